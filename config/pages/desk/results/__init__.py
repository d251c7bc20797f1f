"""Pages of the desk about results: entering slips, rulings, disputes."""
