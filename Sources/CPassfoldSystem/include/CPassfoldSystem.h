// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// Linux calls whose constants or structures do not reach Swift through Glibc's module map.
// Each function returns 0 on success and -1 with errno otherwise, unless it says more.

#ifndef PASSFOLD_SYSTEM_H
#define PASSFOLD_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Forbids core dumps and same-user ptrace of this process (PR_SET_DUMPABLE).
int passfold_forbid_dumps(void);

/// Takes passfold_forbid_dumps back, for a process that holds no secret yet.
int passfold_allow_dumps(void);

/// Has a fault end this process at once and in silence: no core, and no report of Swift's runtime, which would write what the registers point
/// at into a log, and which does not come to an end in a process that may not be traced.
void passfold_forgo_crash_reports(void);

/// Overwrites memory with zeroes in a way the compiler may not remove.
void passfold_wipe(void *bytes, size_t count);

/// Compares two buffers of equal length in a time that depends on the length only.
bool passfold_equal_in_constant_time(const void *a, const void *b, size_t count);

/// Maps zeroed memory between two inaccessible pages, kept out of core dumps and emptied in a forked child.
/// `count` is rounded up to whole pages. `locked` says whether the memory is also held out of swap. NULL on failure.
void *passfold_map_secret_memory(size_t count, bool *locked);

/// Returns a mapping of passfold_map_secret_memory to the kernel; the caller has wiped it.
void passfold_unmap_secret_memory(void *bytes, size_t count);

/// Exchanges what two paths name in one step (renameat2 with RENAME_EXCHANGE); EINVAL where the file system cannot.
int passfold_exchange_names(const char *a, const char *b);

/// The process, user and group at the other end of a connected Unix socket, as the kernel saw them connect (SO_PEERCRED).
int passfold_peer_credentials(int descriptor, int32_t *pid, uint32_t *uid, uint32_t *gid);

/// A descriptor (pidfd) of the process at the other end of a connected Unix socket: of the very process that connected where the kernel
/// tells it (SO_PEERPIDFD, Linux 6.5), else of the process that has its number while the peer still holds the connection open. -1 when there
/// is none.
int passfold_peer_process(int descriptor);

/// A descriptor (pidfd) of a child of this process, readable once it has ended; -1 on kernels before 5.3.
int passfold_open_process(int32_t number);

/// The flag of posix_spawnattr_setflags(3) that begins a session (POSIX_SPAWN_SETSID), which only _GNU_SOURCE names.
static const int passfold_spawn_new_session = 0x80;

/// Whether the process of a pidfd has not ended.
bool passfold_process_runs(int process);

/// The columns that a Unicode scalar takes in a terminal, by the locale's tables (wcwidth); -1 for what cannot be printed.
int passfold_columns_of_scalar(uint32_t scalar);

/// What the kernel says of its clock (adjtimex): whether something keeps it right, and how wrong it may be at most, in microseconds.
int passfold_kernel_clock(bool *synchronized, int64_t *greatest_error);

/// Has all threads of this process allocate from one heap, so that what one frees another can use; call it before any thread starts.
void passfold_share_one_heap(void);

/// Returns what was freed to the kernel, as far as whole pages of it are free.
void passfold_give_memory_back(void);

#endif
