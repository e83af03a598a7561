"""What several families of rules judge alike."""
