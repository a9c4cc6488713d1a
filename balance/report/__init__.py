"""From figures to one self-contained HTML page that a designer reads, prints and sends on."""
