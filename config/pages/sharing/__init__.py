"""What is shown elsewhere of events and clubs: texts for chats, feeds, a table to embed."""
