"""Values are read in many threads at once."""

import subprocess
import sys

THREADS = """
import sys, threading, types
import msgspec
from debellis.table.writing import convert

LINKED = "import msgspec\\nclass C0(msgspec.Struct):\\n    a: int = 0\\n" + "".join(
    f"class C{k}(msgspec.Struct):\\n" + "".join(f"    a{j}: dict[str, tuple[int, ...]] = {{}}\\n" for j in range(8))
    + f"    c: C{k - 1} | None = None\\n" for k in range(1, 12)
)
sys.setswitchinterval(1e-6)
for number in range(100):
    module = types.ModuleType(f"made{number}")
    sys.modules[module.__name__] = module
    exec(LINKED, module.__dict__)
    together = threading.Barrier(4)

    def work():
        together.wait()
        for kind in (module.C11, module.C3):
            convert({"a1": {"x": [1, 2]}, "c": {"a2": {"x": [1]}}}, kind)

    threads = [threading.Thread(target=work) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
"""


def test_threads_that_read_a_type_for_the_first_time_do_not_crash() -> None:
    """msgspec alone ends the process with a segmentation fault here."""
    assert subprocess.run([sys.executable, "-c", THREADS]).returncode == 0
