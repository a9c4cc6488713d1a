"""How what tests call is compiled."""

from __future__ import annotations

from typing import Any

from balance.engine.kernels.kernel import PLAIN

WHOLE_GAMES = "play_games"
"""The one kernel of every game that is called from Python when nobody tests."""


def leave_single_rules_as_they_are() -> None:
    """Optimise whole games alone: a rule that a test calls by itself runs for microseconds, and optimising it takes
    seconds, for all that it calls is optimised with it.

    Whole games are tested as they are played. Numba's own way of compiling (BALANCE_UNCHANGED_NUMBA) stays untouched.
    """
    if PLAIN:
        return
    from numba.core.codegen import JITCodeLibrary

    from balance.engine.kernels.numba_patches import UNCHANGED, adapt_numba

    if UNCHANGED:
        return
    adapt_numba()
    library: Any = JITCodeLibrary
    optimise = library._optimize_final_module

    def optimise_whole_games(library: Any) -> None:
        if WHOLE_GAMES in library.name:
            optimise(library)
            return
        passes, builder = library._codegen._module_pass_manager(opt=0)
        passes.run(library._final_module, builder)

    library._optimize_final_module = optimise_whole_games
