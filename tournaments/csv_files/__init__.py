"""CSV files that spreadsheets read and write."""
