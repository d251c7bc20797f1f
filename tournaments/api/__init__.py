"""The doors of the API that show or change only what tournaments keep."""
