# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Another program of the same user before the broker; test_other_programs.py runs these as an ordinary user, since root may look everywhere."""

import ctypes
import errno
import os
import subprocess

from world_for_tests import WorldTestCase

PTRACE_ATTACH, PTRACE_DETACH = 16, 17
WAIT_FOR_ALL = 0x40000000


class SameUserTests(WorldTestCase):

    def test_the_kernel_shows_neither_memory_nor_program_of_the_broker_and_lets_nobody_trace_it(self):
        self.make_world()
        self.world.start_broker()
        with subprocess.Popen(["sleep", "60"]) as ordinary:
            # A process that does nothing about it is open to all of this, so what is refused below is the broker's doing.
            self.assertEqual(self.trace(ordinary.pid), 0)
            self.assertTrue(os.readlink(f"/proc/{ordinary.pid}/exe"))
            open(f"/proc/{ordinary.pid}/mem", "rb").close()
            ordinary.kill()
        (process,) = self.world.processes("passfold-broker")
        self.assertEqual(self.trace(process), errno.EPERM)
        for name in ("mem", "environ", "maps"):
            with self.assertRaises(PermissionError):
                open(f"/proc/{process}/{name}", "rb").read(1)
        with self.assertRaises(PermissionError):
            os.readlink(f"/proc/{process}/exe")

    @staticmethod
    def trace(process):
        """The kernel's word on attaching to a process: an error number, or 0."""
        library = ctypes.CDLL(None, use_errno=True)
        library.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
        library.ptrace.restype = ctypes.c_long
        if library.ptrace(PTRACE_ATTACH, process, None, None) != 0:
            return ctypes.get_errno()
        os.waitpid(process, WAIT_FOR_ALL)
        library.ptrace(PTRACE_DETACH, process, None, None)
        return 0
