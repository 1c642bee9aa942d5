"""The subjects of the study: what each stands for, which loops are meant, and what the thesis reports of it.

The thesis counts single loops in Table 4.1 and double loops in Table 4.2. Here a subject of either table is
asked for all loops that its row is about, so most rows of Table 4.1 are asked for two that are nested.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
PACKAGE = "subjects"
MARK = "# loop "

LOOP_ITERATIONS = (16, 256, 1024)
REDUNDANT_ITERATIONS = (7, 16, 32)
# Successful tests at so many iterations, five minutes each: Figures 4.1 and 4.2.
PAPER_LOOPS = {16: "17", 256: "13-14", 1024: "6"}
PAPER_REDUNDANT = {7: "14", 16: "13", 32: "11"}
# Goals of all subjects in one jar at 7 iterations, and those reached: Table 4.3.
PAPER_BUNDLES = {"perfSynBottlenecks": (18, 1), "toddlerBugs": (14, 12)}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a marked loop stands."""

    file: str
    function: str
    line: int


@dataclass(frozen=True, slots=True)
class Subject:
    """A target. `loops` are the marks of the loops that are meant, the outermost first.

    `paper` says whether the thesis's tool reached so many iterations; it has an entry only if the thesis says
    so of this very row.
    """

    name: str
    method: str
    target: str
    loops: tuple[str, ...] = ()
    paper: Mapping[int, bool] = field(default_factory=dict)
    note: str = ""

    @property
    def depth(self) -> int:
        return len(self.loops)

    @property
    def places(self) -> tuple[Place, ...]:
        """Where the loops stand, the outermost first."""
        return tuple(place_of(mark) for mark in self.loops)

    @property
    def inner(self) -> Place:
        """Where the innermost loop stands: the goal."""
        return self.places[-1]


def place_of(mark: str) -> Place:
    """Return where the loop with a mark stands."""
    return marks()[mark]


@cache
def marks() -> dict[str, Place]:
    """Return all marked loops of the package."""
    found: dict[str, Place] = {}
    for path in sorted((HERE / PACKAGE).glob("*.py")):
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        for number, line in enumerate(text.splitlines(), 1):
            _, marked, name = line.partition(MARK)
            if marked:
                assert name not in found, f"two loops are marked {name}"
                found[name] = Place(path.name, function_at(tree, number), number)
    return found


def function_at(tree: ast.AST, line: int, around: str = "") -> str:
    """Return the qualified name of the innermost function that has a line, without `<locals>`."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.lineno <= line <= (node.end_lineno or 0):
            return function_at(node, line, f"{around}.{node.name}" if around else node.name)
    return around


def _always(*iterations: int, reached: bool) -> dict[int, bool]:
    return dict.fromkeys(iterations, reached)


_SMALL_ONLY = {16: True, 256: False, 1024: False}

LOOPS: tuple[Subject, ...] = (
    Subject(
        "perfsyn_1",
        "ArrayUtils.removeAll",
        "subjects.arrays:remove_all",
        ("remove-all-places", "remove-all-shift"),
        note="places must be inside the array",
    ),
    Subject(
        "perfsyn_2",
        "ArrayUtils.removeElements",
        "subjects.arrays:remove_elements",
        ("remove-elements", "index-of"),
    ),
    Subject(
        "perfsyn_3",
        "ArrayUtils.indexOf",
        "subjects.arrays:index_of",
        ("index-of",),
        _always(*LOOP_ITERATIONS, reached=True),
    ),
    Subject("perfsyn_6", "CharSetUtils.squeeze", "subjects.texts:squeeze", ("squeeze", "char-set")),
    Subject(
        "perfsyn_7",
        "StringUtils.getLevenshteinDistance",
        "subjects.texts:levenshtein_distance",
        ("levenshtein-rows", "levenshtein-columns"),
    ),
    Subject(
        "perfsyn_8",
        "IdentityStack.containsAll",
        "subjects.identity:IdentityStack.contains_all",
        ("identity-contains-all", "identity-index-of"),
        note="all others must be members, and the very same objects",
    ),
    Subject(
        "perfsyn_9",
        "IdentityStack.removeAll",
        "subjects.identity:IdentityStack.remove_all",
        ("identity-remove-all", "identity-holds"),
    ),
    Subject(
        "perfsyn_10",
        "IdentityStack.retainAll",
        "subjects.identity:IdentityStack.retain_all",
        ("identity-retain-all", "identity-holds"),
    ),
    Subject(
        "perfsyn_11",
        "ListOrderedMap.remove",
        "subjects.ordered:ListOrderedMap.remove",
        ("ordered-map-remove",),
        _SMALL_ONLY,
        "keys must differ, and the last one must be removed",
    ),
    Subject(
        "perfsyn_12",
        "ListOrderedSet.addAll",
        "subjects.ordered:ListOrderedSet.add_all",
        ("ordered-add-all", "ordered-index-of"),
    ),
    Subject(
        "perfsyn_13",
        "ListOrderedSet.addAllAtIndex",
        "subjects.ordered:ListOrderedSet.add_all_at",
        ("ordered-add-all-at", "ordered-index-of"),
        _SMALL_ONLY,
        "the index must be inside the set",
    ),
    Subject(
        "perfsyn_14",
        "ListOrderedSet.toArray",
        "subjects.ordered:ListOrderedSet.to_array",
        ("ordered-to-array",),
    ),
    Subject(
        "perfsyn_15",
        "ListOrderedSet.remove",
        "subjects.ordered:ListOrderedSet.remove",
        ("ordered-index-of",),
    ),
    Subject(
        "perfsyn_16",
        "VectorSet.addAll",
        "subjects.vector:VectorSet.add_all",
        ("vector-add-all", "vector-insert"),
        note="the index must be inside the list; the inner loop is native",
    ),
    Subject(
        "perfsyn_17",
        "VectorSet.clone",
        "subjects.vector:VectorSet.clone",
        ("vector-clone",),
        _always(*LOOP_ITERATIONS, reached=False),
    ),
    Subject(
        "perfsyn_18",
        "TreeList.addAll",
        "subjects.tree:TreeList.add_all",
        ("tree-add-all",),
        _always(*LOOP_ITERATIONS, reached=False),
    ),
    Subject(
        "perfsyn_19",
        "TreeList.addAllAtIndex",
        "subjects.tree:TreeList.add_all_at",
        ("tree-add-all-at",),
        note="the index must be inside the list",
    ),
    Subject(
        "perfsyn_20",
        "EnumeratedIntegerDistribution.probability",
        "subjects.distribution:EnumeratedIntegerDistribution.probability",
        ("probability",),
        _SMALL_ONLY,
        "values and weights must be of one length",
    ),
    Subject(
        "contains",
        "List.contains",
        "subjects.collection:ArrayList.contains",
        ("array-list-index-of",),
    ),
    Subject(
        "containsAll",
        "List.containsAll",
        "subjects.collection:ArrayList.contains_all",
        ("collection-contains-all", "array-list-index-of"),
        note="all items must be members",
    ),
)

# The rows of Table 4.1 that have no loop, there and here: nothing may be reported as a goal.
WITHOUT_LOOP: tuple[Subject, ...] = (
    Subject("perfsyn_4", "ArrayUtils.isNotEmpty", "subjects.arrays:is_not_empty"),
    Subject("perfsyn_5", "ArrayUtils.isSameLength", "subjects.arrays:is_same_length"),
)

REDUNDANT: tuple[Subject, ...] = (
    Subject(
        "motivating",
        "Utils.subtract",
        "subjects.subtraction:difference",
        ("difference", "difference-scan"),
        {7: True},
    ),
    Subject(
        "406",
        "ListUtils.subtract",
        "subjects.subtraction:subtract_list",
        ("list-subtract", "list-subtract-scan"),
    ),
    Subject(
        "407",
        "ListOrderedSet.removeAll",
        "subjects.ordered:ListOrderedSet.remove_all",
        ("ordered-remove-all", "ordered-index-of"),
    ),
    Subject(
        "408",
        "SetUniqueList.removeAll",
        "subjects.unique:SetUniqueList.remove_all",
        ("unique-remove-all", "unique-remove-all-scan"),
    ),
    Subject(
        "409",
        "ListOrderedSet.addAll",
        "subjects.ordered:ListOrderedSet.add_all",
        ("ordered-add-all", "ordered-index-of"),
    ),
    Subject(
        "412",
        "CollectionUtils.subtract",
        "subjects.subtraction:subtract_collection",
        ("collection-subtract", "collection-subtract-scan"),
    ),
    Subject(
        "426",
        "ListOrderedSet.retainAll",
        "subjects.ordered:ListOrderedSet.retain_all",
        ("ordered-retain-all", "ordered-retain-all-scan"),
        _always(*REDUNDANT_ITERATIONS, reached=False),
    ),
    Subject(
        "427",
        "SetUniqueList.retainAll",
        "subjects.unique:SetUniqueList.retain_all",
        ("unique-retain-all", "unique-retain-all-scan"),
        {32: True},
    ),
    Subject(
        "434",
        "CursorableLinkedList.containsAll",
        "subjects.linked:CursorableLinkedList.contains_all",
        ("linked-contains-all", "linked-contains"),
    ),
    Subject(
        "53622",
        "VectorSet.retainAll",
        "subjects.vector:VectorSet.retain_all",
        ("vector-retain-all", "vector-retain-all-scan"),
    ),
    Subject(
        "53803",
        "IdentityStack.retainAll",
        "subjects.identity:IdentityStack.retain_all",
        ("identity-retain-all", "identity-holds"),
    ),
    Subject(
        "53821",
        "IdentityStack.removeAll",
        "subjects.identity:IdentityStack.remove_all",
        ("identity-remove-all", "identity-holds"),
    ),
    Subject(
        "53822",
        "IdentityStack.containsAll",
        "subjects.identity:IdentityStack.contains_all",
        ("identity-contains-all", "identity-index-of"),
    ),
    Subject(
        "1144",
        "Iterators.removeAll",
        "subjects.subtraction:remove_all",
        ("iterators-remove-all", "iterators-remove-all-scan"),
    ),
    Subject(
        "7186403",
        "AbstractCollection.retainAll",
        "subjects.collection:AbstractCollection.retain_all",
        ("collection-retain-all", "array-list-index-of"),
    ),
)

# Redundant loops that the thesis calls not findable, and some of the same kinds that it does not have.
HIDDEN: tuple[Subject, ...] = (
    Subject(
        "413",
        "AbstractDualBidiMap.View.removeAll",
        "subjects.hidden:DualBidiMap.View.remove_all",
        ("view-remove-all", "view-remove-all-scan"),
        note="non-static inner class",
    ),
    Subject(
        "429",
        "MultiValueMap.Values.containsAll",
        "subjects.hidden:_Values.contains_all",
        ("values-contains-all", "values-contains-all-scan"),
        note="private inner class",
    ),
    Subject(
        "1013",
        "LinkedHashMultimap.SetDecorator.removeAll",
        "subjects.hidden:_SetDecorator.remove_all",
        ("decorator-remove-all", "decorator-remove"),
        note="private inner class",
    ),
    Subject(
        "53637",
        "VectorSet.addAll",
        "subjects.vector:VectorSet.add_all",
        ("vector-add-all", "vector-insert"),
        note="native inner loop",
    ),
    Subject(
        "425",
        "ListOrderedMap.remove",
        "subjects.hidden:KeyedMap.remove_keys",
        ("keyed-remove",),
        note="no double loop: map() of a native method",
    ),
    Subject(
        "callee-of-callee",
        "-",
        "subjects.hidden:Inventory.total",
        ("inventory-total", "inventory-place"),
        note="the inner loop is two calls below",
    ),
    Subject(
        "generator",
        "-",
        "subjects.hidden:common_names",
        ("common-names", "common-names-lowered"),
        note="the inner loop is in a generator",
    ),
    Subject(
        "recursion",
        "-",
        "subjects.hidden:distinct_leaves",
        ("leaves-scan",),
        note="no double loop: the outer one is recursion",
    ),
)
