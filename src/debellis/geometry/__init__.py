"""Mathematics of the table: points, rectangles, contact, polygons, sight, sweeps. No word of the rules."""
