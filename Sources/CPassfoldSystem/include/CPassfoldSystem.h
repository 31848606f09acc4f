// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// Linux calls whose constants or structures are not available to Swift through Glibc's module map.
// Each function returns 0 on success and -1 with errno on failure, unless noted otherwise.

#ifndef PASSFOLD_SYSTEM_H
#define PASSFOLD_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Forbids core dumps of this process and ptrace by other processes of the user (PR_SET_DUMPABLE).
int passfold_forbid_dumps(void);

/// Reverses passfold_forbid_dumps, for a process that does not hold a secret yet.
int passfold_allow_dumps(void);

/// Makes a crash end this process immediately without a report: no core dump, and no report by Swift's runtime, which would log the memory
/// that registers point to and never finishes in a process that may not be traced.
void passfold_forgo_crash_reports(void);

/// Overwrites memory with zeros in a way that the compiler cannot optimise away.
void passfold_wipe(void *bytes, size_t count);

/// Compares two buffers of equal length in a time that depends only on the length.
bool passfold_equal_in_constant_time(const void *a, const void *b, size_t count);

/// Maps zeroed memory between two inaccessible pages, excluded from core dumps and zeroed in a forked child.
/// `count` is rounded up to whole pages. `locked` returns whether the memory is also protected from swapping. NULL on failure.
void *passfold_map_secret_memory(size_t count, bool *locked);

/// Unmaps memory from passfold_map_secret_memory, which the caller must have wiped.
void passfold_unmap_secret_memory(void *bytes, size_t count);

/// Atomically exchanges two paths (renameat2 with RENAME_EXCHANGE); EINVAL if the file system does not support it.
int passfold_exchange_names(const char *a, const char *b);

/// Returns the process, user and group at the other end of a connected Unix socket, as recorded by the kernel when it connected
/// (SO_PEERCRED).
int passfold_peer_credentials(int descriptor, int32_t *pid, uint32_t *uid, uint32_t *gid);

/// Returns a descriptor (pidfd) of the process at the other end of a connected Unix socket: the process that connected, if the kernel
/// reports it (SO_PEERPIDFD, Linux 6.5), otherwise the process with its number while the peer still holds the connection open. -1 if there
/// is none.
int passfold_peer_process(int descriptor);

/// Returns a descriptor (pidfd) of a process, readable once it has ended; -1 on kernels before 5.3.
int passfold_open_process(int32_t number);

/// The flag of posix_spawnattr_setflags(3) that starts a new session (POSIX_SPAWN_SETSID), defined only with _GNU_SOURCE.
static const int passfold_spawn_new_session = 0x80;

/// Returns whether the process of a pidfd is still running.
bool passfold_process_runs(int process);

/// Returns the terminal columns of a Unicode scalar, according to the locale's tables (wcwidth); -1 if it is not printable.
int passfold_columns_of_scalar(uint32_t scalar);

/// Reads the state of the kernel's clock (adjtimex): whether it is synchronised, and its maximum error in microseconds.
int passfold_kernel_clock(bool *synchronized, int64_t *greatest_error);

/// Makes all threads of this process allocate from one heap, so that they can reuse each other's freed memory. Call it before starting any
/// thread.
void passfold_share_one_heap(void);

/// Returns freed memory to the kernel, as far as it consists of whole free pages.
void passfold_give_memory_back(void);

#endif
