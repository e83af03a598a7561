"""What combats do to the table: recoil, flight, pursuit, turning to face."""
