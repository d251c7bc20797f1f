"""Services about entries: entering, waiting list, absences, withdrawals."""
