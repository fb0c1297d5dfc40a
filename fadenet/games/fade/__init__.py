"""The F.A.D.E. family of fighting card games; F.A.R.O.E. is its first edition here."""
