# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Attempts by another program of the same user against broker and vault; test_other_programs.py runs these as an ordinary user, since root
may look everywhere."""

import ctypes
import errno
import os
import subprocess

from world_for_tests import WorldTestCase

PTRACE_ATTACH, PTRACE_DETACH = 16, 17
WAIT_FOR_ALL = 0x40000000
PIDFD_GETFD = 438
CLONE_NEWUSER, CLONE_NEWNS = 0x10000000, 0x20000
FILES = ("mem", "environ", "maps", "auxv")
LINKS = ("exe", "cwd", "root", "fd/3", "ns/user", "ns/mnt", "ns/net")


class Vector(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]


class SameUserTests(WorldTestCase):

    def setUp(self):
        self.library = ctypes.CDLL(None, use_errno=True)
        self.library.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
        self.library.ptrace.restype = ctypes.c_long

    def test_the_kernel_hides_the_brokers_memory_and_program_file_and_refuses_tracing(self):
        self.assert_an_ordinary_program_is_open()
        self.make_world()
        self.world.start_broker()
        self.assert_closed(*self.world.processes("passfold-broker"))

    def test_the_kernel_hides_an_unlocked_vaults_memory_and_namespaces_and_refuses_tracing(self):
        self.assert_an_ordinary_program_is_open()
        self.make_world()
        self.make_vault()
        self.assertIn("unlocked", self.run_well("passfold status").text)
        self.assert_closed(*self.world.processes("passfold-vault"))

    def assert_an_ordinary_program_is_open(self):
        """A process without any protection is open to all of this, which shows that it is the broker and the vault that refuse others."""
        with subprocess.Popen(["sleep", "60"], stdin=subprocess.PIPE) as ordinary:
            self.assertEqual(self.trace(ordinary.pid), 0)
            # Access is granted, and the answer is that nothing is there.
            self.assertEqual(self.read_memory(ordinary.pid), errno.EFAULT)
            self.assertEqual(self.take_descriptor(ordinary.pid), 0)
            # Access is granted, and the answer is that it is already there.
            self.assertEqual(self.enter(ordinary.pid, CLONE_NEWUSER), errno.EINVAL)
            for name in FILES:
                open(f"/proc/{ordinary.pid}/{name}", "rb").close()
            for name in ("exe", "cwd", "root", "fd/0", "ns/user"):
                self.assertTrue(os.readlink(f"/proc/{ordinary.pid}/{name}"))
            ordinary.kill()

    def assert_closed(self, process):
        said = {
            "trace": self.trace(process), "memory": self.read_memory(process), "descriptor": self.take_descriptor(process),
            "user namespace": self.enter(process, CLONE_NEWUSER), "namespaces": self.enter(process, CLONE_NEWUSER | CLONE_NEWNS),
        }
        self.assertEqual({name: errno.errorcode.get(number, number) for name, number in said.items()}, dict.fromkeys(said, "EPERM"))
        for name in FILES:
            with self.subTest(name), self.assertRaises(PermissionError):
                open(f"/proc/{process}/{name}", "rb").read(1)
        for name in LINKS:
            with self.subTest(name), self.assertRaises(PermissionError):
                os.readlink(f"/proc/{process}/{name}")

    def trace(self, process):
        """Returns the kernel's answer to attaching to a process: an error number, or 0."""
        if self.library.ptrace(PTRACE_ATTACH, process, None, None) != 0:
            return ctypes.get_errno()
        os.waitpid(process, WAIT_FOR_ALL)
        self.library.ptrace(PTRACE_DETACH, process, None, None)
        return 0

    def read_memory(self, process):
        """Returns the kernel's answer to reading an address that no process has mapped."""
        bytes_read = ctypes.create_string_buffer(1)
        here, there = Vector(ctypes.addressof(bytes_read), 1), Vector(8, 1)
        return self.word(self.library.process_vm_readv(process, ctypes.byref(here), 1, ctypes.byref(there), 1, 0))

    def take_descriptor(self, process):
        """Returns the kernel's answer to copying the process's first descriptor."""
        number = os.pidfd_open(process)
        try:
            return self.word(self.library.syscall(PIDFD_GETFD, number, 0, 0))
        finally:
            os.close(number)

    def enter(self, process, namespaces):
        """Returns the kernel's answer to entering the process's namespaces; a child asks, since there is no way back."""
        child = os.fork()
        if child == 0:
            os._exit(self.word(self.library.setns(os.pidfd_open(process), namespaces)))
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    @staticmethod
    def word(result):
        return ctypes.get_errno() if result < 0 else 0
