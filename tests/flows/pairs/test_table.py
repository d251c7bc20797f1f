"""Every two features are in the table, with a test that exists or a reason."""

import ast
from itertools import combinations

from tests.flows.pairs.table import FEATURES, PAIRS, Apart
from tests.paths import ROOT


def test_every_pair_is_in_the_table_once():
    assert set(PAIRS) == set(combinations(FEATURES, 2))


def test_every_test_of_the_table_exists():
    missing = [
        named
        for named in set(PAIRS.values())
        if not isinstance(named, Apart) and not is_there(*named.split("::"))
    ]
    assert missing == []


def is_there(path, name):
    tree = ast.parse((ROOT / path).read_text())
    return any(isinstance(node, ast.FunctionDef) and node.name == name for node in tree.body)
