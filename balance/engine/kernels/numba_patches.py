"""What Numba does otherwise than we need, changed in one place: private parts of the version that is pinned.

Nearly all of it is about the time that compiling takes, which otherwise grows with the depth of calls; results are the
same. BALANCE_UNCHANGED_NUMBA=1 in the environment turns that part off, to find out whether it is to blame.
"""

from __future__ import annotations

import dis
import functools
import itertools
import os
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core import (
    base,
    bytecode,
    cpu,
    event,
    interpreter,
    ir,
    lowering,
    postproc,
    transforms,
    typed_passes,
    typeinfer,
    types,
    untyped_passes,
)
from numba.core.callconv import CPUCallConv
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError, TypingError
from numba.core.targetconfig import ConfigStack
from numba.core.typing import context as typing_context

from balance.common.faults import PLACES

UNCHANGED_VARIABLE = "BALANCE_UNCHANGED_NUMBA"
UNCHANGED = os.environ.get(UNCHANGED_VARIABLE) == "1"
"""True when Numba compiles in its own way: much slower, the same rows."""


@functools.cache
def adapt_numba() -> None:
    """Change what Numba does in this process, once."""
    _name_apart()
    _adapt_records()
    if UNCHANGED:
        return
    _link_once()
    _resolve_once()
    _optimise_once()
    _adapt_index_errors()
    _work_out_lifetimes_on_demand()
    _list_variables_directly()
    _load_extensions_once()
    _cache_lookups()
    _announce_nothing()


class KernelCompiler(CompilerBase):
    """The steps that kernels need: they have no closures, contexts, inlined or unrolled pieces and array expressions.

    Numba's own list has twice as many, and after each it works out again where every variable lives.
    """

    def define_pipelines(self) -> list[PassManager]:
        """The one list of steps."""
        steps = PassManager("nopython")  # the name that messages of the compiler begin with
        for step in (
            untyped_passes.TranslateByteCode,
            untyped_passes.FixupArgs,
            untyped_passes.IRProcessing,
            untyped_passes.RewriteSemanticConstants,
            untyped_passes.DeadBranchPrune,
            untyped_passes.GenericRewrites,
            untyped_passes.ReconstructSSA,
            typed_passes.NopythonTypeInference,
            typed_passes.PreLowerStripPhis,
            typed_passes.NoPythonSupportedFeatureValidation,
            typed_passes.AnnotateTypes,
            typed_passes.NativeLowering,
            typed_passes.NoPythonBackend,
        ):
            steps.add_pass(step, step.__name__)
        steps.finalize()
        return [steps]


def _name_apart() -> None:
    """Let no two processes call two functions by one name.

    Numba tells functions, and versions of one for several records, apart by numbers, and counts both from 1 in every
    process. Of two pieces of machine code with one name, which two processes made and a third one loads, the first is
    called in the place of both: the rules of one game would write into the state of another, without a word.
    """
    functions: Any = bytecode.FunctionIdentity
    functions._unique_ids = itertools.count(secrets.randbits(48))


def _adapt_records() -> None:
    """Let Numba spell a record's type once, and take no record for another one that begins with the same fields.

    It asks for the name again and again, and ours are long. And it would pass the buffer of one game to code compiled
    for that of another, with a warning.
    """
    record_type: Any = types.Record
    record_type.can_convert_to = types.Type.can_convert_to
    spelled = record_type.__repr__

    def spell(self: Any) -> str:
        if "spelled" not in self.__dict__:
            self.__dict__["spelled"] = spelled(self)
        return self.__dict__["spelled"]

    record_type.__repr__ = spell


def _link_once() -> None:
    """Let what Python calls link everything below it, each piece once; see ``_no_machine_code``."""
    library: Any = JITCodeLibrary
    finish = library.finalize

    def finalize(library: Any) -> None:
        library._linking_libraries = _all_below(library)
        finish(library)

    library.finalize = finalize


def _all_below(library: Any) -> list[Any]:
    """The libraries that this one calls, directly or through others, each once and after all that call it.

    LLVM links a function only into what already asks for it.
    """
    seen: dict[Any, None] = {}

    def visit(library: Any) -> None:
        for below in library._linking_libraries:
            if below not in seen:
                visit(below)
        seen[library] = None

    visit(library)
    return [*reversed(seen)][1:]


def _resolve_once() -> None:
    """Let Numba remember which version of ``+``, ``max`` and their like serves which types.

    It asks tens of thousands of times, and each time tries them in turn.
    """
    function: Any = types.BaseFunction
    resolve = function.get_call_type
    known: dict[tuple, tuple] = {}

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws:
            return resolve(self, context, args, kws)
        key = self, context, args
        if key not in known:
            resolved = resolve(self, context, args, kws)
            known[key] = resolved, self._impl_keys[resolved.args]
        resolved, self._impl_keys[resolved.args] = known[key]
        return resolved

    function.get_call_type = get_call_type


def _optimise_once() -> None:
    """Optimise a whole once, and turn no loops into operations on vectors.

    Numba does it twice, the first time to bring the counting of references together; kernels count none. Their loops
    are short and full of conditions: vectors make no game faster, and looking for them takes time.
    """

    def optimise(library: Any) -> None:
        passes, builder = library._codegen._module_pass_manager(loop_vectorize=False)
        passes.run(library._final_module, builder)

    code: Any = JITCodeLibrary
    code._optimize_final_module = optimise


def _work_out_lifetimes_on_demand() -> None:
    """Let Numba work out where every variable lives when somebody asks, not after every step: kernels never ask.

    What must be freed at the end of a life is counted references; kernels count none.
    """

    def lifetimes(self: Any) -> Any:
        return postproc.VariableLifetime(self.blocks)

    function: Any = ir.FunctionIR
    function.variable_lifetime = property(lifetimes, lambda self, value: None)
    processor: Any = postproc.PostProcessor
    run = processor.run

    def run_lazily(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        if emit_dels or self.func_ir.is_generator:
            run(self, emit_dels, extend_lifetimes)
            return
        self.func_ir.blocks = transforms.canonicalize_cfg(self.func_ir.blocks)
        self.func_ir.generator_info = None

    processor.run = run_lazily


def _list_variables_directly() -> None:
    """Let Numba find the variables of an instruction without asking four questions of each constant in it."""
    instruction: Any = ir.Inst
    instruction._rec_list_vars = _variables_in


def _variables_in(instruction: Any, value: Any) -> list[Any]:
    """The variables in a part of an instruction."""
    if isinstance(value, (ir.Var, ir.Inst)):
        return [value] if isinstance(value, ir.Var) else value.list_vars()
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, (list, tuple)):
        return []
    return [variable for part in value for variable in _variables_in(instruction, part)]


def _load_extensions_once() -> None:
    """Let Numba look once for what other packages teach it, not before every function; and measure a type once.

    And without SciPy's linear algebra, a sixth of a second at every start: who uses it loads it.
    """
    target: Any = cpu.CPUContext
    typing: Any = typing_context.Context
    load = target.load_additional_registries

    def load_without_algebra(self: Any) -> None:
        from numba.np import linalg

        algebra: Any = linalg
        ensure_blas, algebra.ensure_blas = algebra.ensure_blas, lambda: None
        try:
            from numba.np import arraymath  # noqa: F401  # asks for it when it is imported
        finally:
            algebra.ensure_blas = ensure_blas
        load(self)

    target.load_additional_registries = load_without_algebra
    for context in (target, typing):
        context.load_additional_registries = functools.cache(context.load_additional_registries)
    target.get_abi_sizeof = functools.cache(target.get_abi_sizeof)
    target.get_abi_alignment = functools.cache(target.get_abi_alignment)


def _cache_lookups() -> None:
    """Let Numba remember what it asks at every instruction: a field's type, and whether a function wants its place."""
    contexts: Any = typing_context.Context
    resolve = contexts.resolve_getattr
    known: dict[tuple, Any] = {}

    def resolve_getattr(self: Any, kind: Any, name: str) -> Any:
        key = self, kind, name
        if known.get(key) is None:
            known[key] = resolve(self, kind, name)
        return known[key]

    contexts.resolve_getattr = resolve_getattr
    targets: Any = base
    targets._has_loc = functools.cache(targets._has_loc)
    reading: Any = interpreter
    reading.peep_hole_delete_with_exit = lambda function: function  # kernels have no ``with``
    for module in (lowering, typeinfer):
        places: Any = module
        places.new_error_context = _ErrorContext


class _ErrorContext:
    """As Numba's ``new_error_context``, which is entered for every instruction: says where a mistake was found."""

    __slots__ = ("message", "values")

    def __init__(self, message: str, **values: Any):
        self.message, self.values = message, values

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> None:
        if isinstance(error, NumbaError):
            error.add_context(self.message.format(**self.values))


def _announce_nothing() -> None:
    """Let Numba announce none of its steps: nobody listens, and every function hears of those of all below it."""
    announcements: Any = event
    announcements.start_event = announcements.end_event = lambda *args, **kwargs: None
    announcements.trigger_event = announcements.install_timer = lambda *args, **kwargs: nullcontext()


def _adapt_index_errors() -> None:
    """Let Numba say in which file and line an index is out of bounds: the statement it lowers just then."""
    lower: Any = lowering.Lower
    convention: Any = CPUCallConv
    lower_statement, raise_error = lower.lower_inst, convention.return_user_exc

    def lower_inst(self: Any, statement: Any) -> None:
        self.builder.stands = self.loc, self.fndesc.qualname
        lower_statement(self, statement)

    def return_user_exc(
        self: Any, builder: Any, exc: Any, exc_args: Any = None, loc: Any = None, func_name: str | None = None
    ) -> None:
        if exc is IndexError and loc is None:
            loc, func_name = getattr(builder, "stands", (None, None))
        raise_error(self, builder, exc, exc_args, loc, func_name)

    lower.lower_inst, convention.return_user_exc = lower_inst, return_user_exc


def with_inner(outer: Any, inner: Callable[[bool], Any], checked: bool) -> Any:
    """Let kernels that call ``outer`` compile an ``inner`` instead: the same function, as a part of theirs only.

    What Python calls needs a wrapper and machine code of its own; what kernels call is copied into their code
    anyway. And Numba makes ``below(s, 1, n)`` and ``below(s, 2, n)`` two functions, though the optimiser needs
    no such help: ``inner`` is compiled for int64, whatever constant a caller passes. Together this makes a
    large game compile in half the time. There are two of them, with indices ``checked`` and without, so that a kernel
    of the engine checks where its caller does.
    """
    if UNCHANGED:
        return outer

    def mine() -> Any:
        caller = ConfigStack.top_or_none()
        return inner(checked or bool(caller and caller.boundscheck))

    def get_call_template(arguments: Any, keywords: Any) -> Any:
        plain = {name: types.unliteral(argument) for name, argument in keywords.items()}
        with _no_machine_code(mine()), _located(outer.py_func):
            return Dispatcher.get_call_template(
                mine(), tuple(types.unliteral(argument) for argument in arguments), plain
            )

    outer.get_call_template = get_call_template

    def compile_outer(signature: Any) -> Any:
        with _located(outer.py_func):
            return Dispatcher.compile(outer, signature)

    outer.get_overload = lambda signature: mine().get_overload(signature)
    outer.compile = compile_outer
    outer.inner = inner
    return outer


@contextmanager
def _located(function: Callable) -> Iterator[None]:
    """Say where in ``function`` there is a name or a field that is not known: Numba says where other mistakes are."""
    try:
        yield
    except (NumbaError, NameError, KeyError) as error:
        name = re.search(r"name '(\w+)' is not defined", str(error))
        field = re.fullmatch(r"'(\w+)'", str(error))
        unknown = name or field
        if unknown is None or PLACES.search(str(error)):
            raise
        code = function.__code__
        places = (step.positions for step in dis.get_instructions(code) if step.argval == unknown[1])
        line = next((place.lineno for place in places if place), code.co_firstlineno)
        message = name[0] if name else f"there is no field {unknown[0]}"
        raise TypingError(f"{message}\nDuring: reading at {code.co_filename} ({line})") from error


@contextmanager
def _no_machine_code(dispatcher: Any) -> Iterator[None]:
    """Compile no further than to the intermediate code that callers link.

    It is linked, optimised and made machine code once, in what Python calls in the end, and not at every level of calls
    on the way there.
    """
    target = dispatcher.targetctx
    before = target.get_executable

    def get_executable(library: Any, description: Any, environment: Any) -> Any:
        library._finalized = True  # or a caller would have it optimised and made machine code before it links it
        name = description.qualname.split(".")[-1]
        return _dynfunc.make_function(description.lookup_module(), name, "", 0, environment, (library,))

    target.get_executable = get_executable
    try:
        yield
    finally:
        target.get_executable = before
