"""What builds and checks the book: notebooks, traceability, mutation checks. Not part of the distribution."""
