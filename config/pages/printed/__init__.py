"""What the sheets of the desk say: lists, slips, score sheets. Pages: manage/printing.py."""
