"""What programs and notebooks call, and the commands, too."""
