"""How nodes find and reach each other: own addresses, what is known of others', relays, routers, notices."""
