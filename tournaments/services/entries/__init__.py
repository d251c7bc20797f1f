"""Services for entries: registration, waiting list, absences, withdrawals."""
