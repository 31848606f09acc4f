// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <errno.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>

// Macros with casts or with the compiler's own system call numbers are not imported.
static const uint32_t passfold_seccomp_allow = SCMP_ACT_ALLOW;
static const uint32_t passfold_seccomp_refuse = SCMP_ACT_ERRNO(EPERM);
static const uint32_t passfold_seccomp_unknown = SCMP_ACT_ERRNO(ENOSYS);
static const uint32_t passfold_seccomp_kill = SCMP_ACT_KILL_PROCESS;

static inline uint32_t passfold_seccomp_answer(uint16_t error) {
  return SCMP_ACT_ERRNO(error);
}

// The flags of clone(2) that create a namespace, defined only with _GNU_SOURCE.
static const int passfold_clone_namespaces = 0x7E020000;
static const uint32_t passfold_tiocsti = 0x5412;
static const uint32_t passfold_tioclinux = 0x541C;

// prctl is variadic.
static inline int passfold_forbid_new_privileges(void) {
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

static inline int passfold_end_with_parent(int signal) {
  return prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0);
}
