"""What needs neither game nor run: mistakes in words, files read and written whole, widths."""
