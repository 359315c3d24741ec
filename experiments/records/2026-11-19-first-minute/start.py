"""How long a command takes from its start to its end: the wall and processor time of 200 starts.

    python3 start.py COMMAND [ARGUMENT...]

`python3 start.py /bin/true` tells what starting any process costs here, which is part of every figure.
"""

import resource
import subprocess
import sys
import time


def spent():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main(command):
    walls, works = [], []
    for _ in range(200):
        before, began = spent(), time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        walls.append(1e3 * (time.perf_counter() - began))
        works.append(1e3 * (spent() - before))
    for name, times in (("wall", walls), ("processor", works)):
        times.sort()
        print(f"{name}: least {times[0]:.1f}, median {times[100]:.1f}, most {times[-1]:.1f} ms")


main(sys.argv[1:])
