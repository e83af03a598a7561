"""Combat, file by file: contacts, claims, dice, what an S or a skull does, and who supports."""
