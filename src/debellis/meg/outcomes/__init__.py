"""What follows a fight: routs, pursuits and break-offs."""
