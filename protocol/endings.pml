/* Leaving and ending at one rest, as section 9 and 10 of README.md tell it: what becomes of what seat 0 owes.

   Seats 0 .. N-1 (N = 2, 3, 4). Seat 0 owes an entry, the others wait. The entry may be taken, its author may
   be voted out, the match may end as void, and of the last two one may win alone. What is signed is a bit, what
   a node holds is a set of bits, and a message is on its way as long as one node holds it and another lacks it.
   Nodes may go for good at any moment, GONE of them; any clock may run out at any moment.

   CHEAT: seat 0 signs both an entry and END void.  BACK: a node may be put back to before its last END void.
   What is wrong with the rules in a planted variant is said by one of the names PLANT_... (ENDINGS.md). */

#ifndef N
#define N 3
#endif
#ifndef GONE
#define GONE 1
#endif

#define ALL      ((1 << N) - 1)
#define OTHERS   (ALL - 1)        /* who votes on seat 0 */
#define BIT(s)   (1 << (s))
#define HAS(set, s) (((set) >> (s)) & 1)

typedef Held {      /* what a node holds: seats that have signed ..., by bit */
  byte entry;       /* bit 0: the entry of seat 0; bit s: that seat s has answered it at the next rest */
  byte silent;      /* first round, true */
  byte here;        /* first round, false */
  byte confirmed;   /* final round, true */
  byte back;        /* final round, false */
  byte voids;       /* END void at this rest */
  byte audit;       /* AUDIT in mid-game */
  byte result;      /* a void RESULT */
};

mtype = { Waits, Taken, Dropped, Void, Alone, None, Fault };
mtype at[N] = Waits;     /* where a node stands */
Held h[N];
bool gone[N];            /* whose node has gone for good */
byte told[N];            /* who has told that it holds what this node holds */
bool refuted[N];         /* knows of an entry and an END void of seat 0 */
bool lacks[N];           /* its disk lacks what it has signed, and it knows that */
bool bound[N];           /* had its END void together with those of all, before it knew of both */
byte left = GONE;
bool put_back = false;

/* how many seats a set has */
#define SIZE(set) (HAS(set, 0) + HAS(set, 1) + HAS(set, 2) + HAS(set, 3))

/* a ballot on seat 0, as node n holds it (votes.py) */
#define FULL(n)   (2 * SIZE(h[n].silent) > N)
#ifdef PLANT_ONE_ROUND
#define OUT(n)    (N > 2 && FULL(n))
#else
#define OUT(n)    (N > 2 && FULL(n) && 2 * SIZE(h[n].confirmed) > N - 1)
#endif
#define LOST(n)   (2 * (N - 1 - SIZE(h[n].here)) <= N || 2 * SIZE(h[n].back) >= N - 1)
#define OPEN(n)   (!HAS(h[n].here | h[n].confirmed | h[n].back, n) && !OUT(n) && !LOST(n))

#define TOOK(n)    (at[n] == Taken)
#define MINE(n)    (HAS(h[n].silent, n))
#define VOTED(n)   (HAS(h[n].silent | h[n].here, n))
#define ALLVOID(n) (h[n].voids == ALL && !refuted[n])
#define HOLDS(n)   (ALLVOID(n) || (HAS(h[n].entry, 0) && !refuted[n]))
#define REFUSES(n) (OUT(n) || (MINE(n) && !LOST(n)) || (refuted[n] && N > 2 && !LOST(n)))
#ifdef PLANT_VOID_BESIDE_VOTE
#define BARS(n)    false
#else
#define BARS(n)    (OUT(n) || (MINE(n) && !LOST(n)))
#endif
#ifdef PLANT_UNCONFIRMED
#define SURE(n, m) true
#else
#define SURE(n, m) (HAS(told[n], m))
#endif
#define CONFIRMS(n) (!h[n].back && !(HOLDS(n) && N <= 3))
#ifdef CHEAT
#define MAY_VOID(n) (at[n] == Waits || TOOK(n))
#else
#define MAY_VOID(n) (at[n] == Waits && !HAS(h[n].entry, n) && (h[n].voids & OTHERS) == OTHERS)
#endif
#define RUNS(n)    (!gone[n] && !lacks[n])
#define ENDED(n)   (at[n] == Alone || at[n] == None || at[n] == Fault)

/* Node n knows more than before. */
inline learnt(n) {
  told[n] = 0;                        /* they have told of less than it holds now */
  if
  :: HAS(h[n].entry, 0) && HAS(h[n].voids, 0) && at[n] != Void && !bound[n] && !refuted[n] -> refuted[n] = true;
#ifdef PLANT_VOID_AND_ENTRY
     at[n] = Fault
#else
     if
     :: N == 2 -> at[n] = Fault       /* between two a proven cheat ends the match */
     :: else
     fi
#endif
  :: else
  fi
}

/* Another node has something that this one lacks. */
inline hear(n, m) {
  if
  :: (h[m].entry & ~h[n].entry & BIT(0)) -> h[n].entry = h[n].entry | BIT(0)
  :: (h[m].entry & ~h[n].entry & OTHERS) -> h[n].entry = h[n].entry | (h[m].entry & OTHERS)
  :: (h[m].silent & ~h[n].silent) -> h[n].silent = h[n].silent | h[m].silent
  :: (h[m].here & ~h[n].here) -> h[n].here = h[n].here | h[m].here
  :: (h[m].confirmed & ~h[n].confirmed) -> h[n].confirmed = h[n].confirmed | h[m].confirmed
  :: (h[m].back & ~h[n].back) -> h[n].back = h[n].back | h[m].back
  :: (h[m].voids & ~h[n].voids) -> h[n].voids = h[n].voids | h[m].voids; if :: HAS(h[n].voids, n) -> lacks[n] = false :: else fi
  :: (h[m].audit & ~h[n].audit) -> h[n].audit = h[n].audit | h[m].audit
  :: (h[m].result & ~h[n].result) -> h[n].result = h[n].result | h[m].result
  fi;
  learnt(n)
}

#define LACKS(n, m) ((h[m].entry & ~h[n].entry) || (h[m].silent & ~h[n].silent) || (h[m].here & ~h[n].here) \
  || (h[m].confirmed & ~h[n].confirmed) || (h[m].back & ~h[n].back) || (h[m].voids & ~h[n].voids) \
  || (h[m].audit & ~h[n].audit) || (h[m].result & ~h[n].result))

#define HEARS(n, m) (n != m && !gone[n] && !ENDED(n) && LACKS(n, m))
#define TELLS(n, m) (n != m && !gone[n] && !ENDED(n) && !gone[m] && !ENDED(m) && !LACKS(n, m) && !LACKS(m, n) \
  && !HAS(told[n], m))

/* The only other one left has been waited for in vain: a win if it has confirmed all that this node holds. */
inline stop_waiting(n, m) {
  if
  :: SURE(n, m) -> at[n] = Alone; h[n].audit = h[n].audit | BIT(n)
  :: else -> at[n] = None
  fi
}

proctype Seat(byte n) {
end:
  do
  :: atomic { !gone[n] && left > 0 -> gone[n] = true; left-- }

  /* What another holds, item by item, and then that it holds no less. Who has ended alone tells no more. */
  :: atomic { HEARS(n, 0) -> hear(n, 0) }
  :: atomic { HEARS(n, 1) -> hear(n, 1) }
  :: atomic { TELLS(n, 0) -> told[n] = told[n] | BIT(0) }
  :: atomic { TELLS(n, 1) -> told[n] = told[n] | BIT(1) }
#if N > 2
  :: atomic { HEARS(n, 2) -> hear(n, 2) }
  :: atomic { TELLS(n, 2) -> told[n] = told[n] | BIT(2) }
#endif
#if N > 3
  :: atomic { HEARS(n, 3) -> hear(n, 3) }
  :: atomic { TELLS(n, 3) -> told[n] = told[n] | BIT(3) }
#endif

  /* The entry: its author signs it, the others take it and answer. */
  :: atomic { n == 0 && RUNS(n) && at[n] == Waits && !HAS(h[n].voids, n) && !OUT(n) && !HAS(h[n].entry, 0) ->
       h[n].entry = h[n].entry | BIT(0); at[n] = Taken; learnt(n) }
  :: atomic { n != 0 && RUNS(n) && at[n] == Waits && HAS(h[n].entry, 0) && !HAS(h[n].entry, n) && !REFUSES(n) && !bound[n] ->
       at[n] = Taken; learnt(n) }
  :: atomic { n == 1 && RUNS(n) && TOOK(n) && !HAS(h[n].entry, n) && !HAS(h[n].audit, 0) ->
       h[n].entry = h[n].entry | BIT(n); learnt(n) }

  /* Votes. */
  :: atomic { n != 0 && N > 2 && RUNS(n) && at[n] == Waits && !VOTED(n) && !HOLDS(n) && !OUT(n) ->
       h[n].silent = h[n].silent | BIT(n); learnt(n) }
  :: atomic { n != 0 && N > 2 && RUNS(n) && TOOK(n) && !VOTED(n) && h[n].silent ->
       h[n].here = h[n].here | BIT(n); learnt(n) }
  :: atomic { n != 0 && RUNS(n) && at[n] == Waits && OPEN(n) && !MINE(n) && h[n].back ->
       h[n].here = h[n].here | BIT(n); learnt(n) }
  :: atomic { n != 0 && RUNS(n) && at[n] == Waits && OPEN(n) && MINE(n) && (h[n].back || (HOLDS(n) && (!FULL(n) || N <= 3))) ->
       h[n].back = h[n].back | BIT(n); learnt(n) }
  :: atomic { n != 0 && RUNS(n) && at[n] == Waits && OPEN(n) && MINE(n) && FULL(n) && CONFIRMS(n) ->
       h[n].confirmed = h[n].confirmed | BIT(n); learnt(n) }
  :: atomic { !gone[n] && (at[n] == Waits || (at[n] == Void && h[n].result != ALL)) && OUT(n) ->
       at[n] = Dropped; learnt(n) }
#ifndef PLANT_STAYS
  :: atomic { !gone[n] && TOOK(n) && OUT(n) && !(h[n].entry & h[n].silent) -> at[n] = Dropped; learnt(n) }
#endif

  /* Void. Who owes the entry signs it last. */
  :: atomic { n != 0 && RUNS(n) && at[n] == Waits && !HAS(h[n].voids, n) && !OUT(n) ->
       h[n].voids = h[n].voids | BIT(n); learnt(n) }
  :: atomic { n == 0 && RUNS(n) && !HAS(h[n].voids, n) && !OUT(n) && MAY_VOID(n) ->
       h[n].voids = h[n].voids | BIT(n); told[n] = 0 }
  :: atomic { RUNS(n) && at[n] == Waits && ALLVOID(n) && !BARS(n) ->
       bound[n] = true; at[n] = Void; h[n].result = h[n].result | BIT(n); learnt(n) }
#ifdef CHEAT
  :: atomic { n == 0 && !gone[n] && at[n] != Taken && !HAS(h[n].entry, 0) -> h[n].entry = h[n].entry | BIT(0); told[n] = 0 }
  /* For another the match has ended as void before it knew that seat 0 has cheated, and not so here. */
  :: atomic { n != 0 && !gone[n] && (TOOK(n) || at[n] == Waits) && HAS(h[n].voids, n) && refuted[n] && (h[n].result & OTHERS) -> at[n] = None }
#endif

  /* Two left: of two, or of three where the other's last word on seat 0 is missing. */
  :: atomic { n == 1 && N == 2 && RUNS(n) && at[n] == Waits && !HAS(h[n].entry, 0) && !ALLVOID(n) ->
       stop_waiting(n, 0) }
  :: atomic { n == 0 && N == 2 && RUNS(n) && TOOK(n) && !HAS(h[n].entry, 1) -> stop_waiting(n, 1) }
  :: atomic { N == 3 && n != 0 && RUNS(n) && at[n] == Waits && FULL(n) && HAS(h[n].confirmed, n) && !OUT(n) && !LOST(n) ->
       stop_waiting(n, 3 - n) }

  /* Another has ended the match with its AUDIT, as if our bank were spent: our own count says what it is to us. */
  :: atomic { N == 2 && RUNS(n) && !ENDED(n) && at[n] != Void && HAS(h[n].audit, 1 - n) ->
#ifdef PLANT_BELIEVED
       at[n] = Fault                  /* it notes a loss */
#else
       if
       :: (n == 0 && at[n] == Waits) || (n == 1 && TOOK(n)) -> at[n] = None       /* it owes the answer */
       :: else -> stop_waiting(n, 1 - n)
       fi
#endif
     }

#ifdef BACK
  /* An older state of its disk: what it signed besides entries is forgotten there, and stands in the mark. */
  :: atomic { !put_back && RUNS(n) && at[n] == Waits && HAS(h[n].voids, n) ->
       put_back = true; h[n].voids = h[n].voids & ~BIT(n); told[n] = 0;
#ifndef PLANT_MARK
       lacks[n] = true
#endif
     }
  :: atomic { !put_back && RUNS(n) && at[n] == Void ->
       put_back = true; h[n].voids = h[n].voids & ~BIT(n); h[n].result = h[n].result & ~BIT(n); at[n] = Waits; told[n] = 0;
       bound[n] = false;
#ifndef PLANT_MARK
       lacks[n] = true
#endif
     }
#endif
  od
}

/* Nothing more can happen. What holds then, of all that are honest: */
#ifdef CHEAT
#define FIRST 1
#else
#define FIRST 0
#endif

active proctype Judge() {
  byte n, m, out;
  atomic {
    n = 0;
    do :: n < N -> run Seat(n); n++ :: else -> break od;
    n = 0
  }
end:
  atomic {
    timeout ->
    do
    :: n < N && (gone[n] || ENDED(n) || lacks[n]) -> out++; n++
    :: n < N && !(gone[n] || ENDED(n) || lacks[n]) -> n++
    :: else -> break
    od;
    n = FIRST;
    do
    :: n < N ->
       /* no honest seat is blamed, and where three or four play no fault ends the match */
       assert(at[n] != Fault || (N == 2 && FIRST == 1));
#ifndef CHEAT
       assert(!refuted[n]);
#endif
       /* nobody waits for ever, but where two have left of three or four */
       assert(gone[n] || lacks[n] || at[n] != Waits || (N > 2 && out >= 2));
       m = n + 1;
       do
       :: m < N ->
          /* no two have won */
          assert(!(at[n] == Alone && at[m] == Alone));
          /* all who are there have come to one end */
          assert(gone[n] || gone[m] || ENDED(n) || ENDED(m) || lacks[n] || lacks[m] || at[n] == at[m]);
          m++
       :: else -> break
       od;
       n++
    :: else -> break
    od
  }
}
