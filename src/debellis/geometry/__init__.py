"""Geometry of the table: points, rectangles, contact, polygons, sight, sweeps. It contains no rules."""
