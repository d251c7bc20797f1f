"""Run every benchmark of this folder: each module's `figures()` gives (what, measured, peer)."""

from __future__ import annotations

import importlib
import pkgutil

import bench


def main() -> None:
    print(f"{'figure':<52}{'measured':>24}  {'beside'}")
    for module in sorted(pkgutil.iter_modules(bench.__path__), key=lambda found: found.name):
        if module.name.endswith("_bench"):
            for what, measured, beside in importlib.import_module(f"bench.{module.name}").figures():
                print(f"{what:<52}{measured:>24}  {beside}", flush=True)


if __name__ == "__main__":
    main()
