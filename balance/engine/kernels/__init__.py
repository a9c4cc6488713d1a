"""What compiled rules stand on: kernels, chance, piles, who leads, what is logged.

Compiled code is kept under a fingerprint of this folder and the game's. So nothing here imports from the rest of the
engine what a kernel reads, and an edit outside compiles nothing again.
"""
