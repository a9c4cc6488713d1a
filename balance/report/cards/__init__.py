"""The cards of a report: drawn, with a page each, and as one table of all that is known of them."""
