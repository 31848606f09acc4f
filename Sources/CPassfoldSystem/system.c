// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CPassfoldSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <unistd.h>
#include <wchar.h>

int passfold_forbid_dumps(void) {
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

int passfold_allow_dumps(void) {
  return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
}

void passfold_forgo_crash_reports(void) {
  static const int faults[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
  const struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    signal(faults[i], SIG_DFL);
  }
}

void passfold_wipe(void *bytes, size_t count) {
  explicit_bzero(bytes, count);
}

bool passfold_equal_in_constant_time(const void *a, const void *b, size_t count) {
  const volatile uint8_t *left = a;
  const volatile uint8_t *right = b;
  uint8_t difference = 0;
  for (size_t i = 0; i < count; i++) {
    difference |= (uint8_t)(left[i] ^ right[i]);
  }
  return difference == 0;
}

static size_t whole_pages(size_t count, size_t page) {
  return (count + page - 1) / page * page;
}

void *passfold_map_secret_memory(size_t count, bool *locked) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  if (count == 0 || count > SIZE_MAX / 2) {
    errno = EINVAL;
    return NULL;
  }
  size_t usable = whole_pages(count, page);
  uint8_t *mapping = mmap(NULL, usable + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping == MAP_FAILED) {
    return NULL;
  }
  uint8_t *bytes = mapping + page;
  if (mprotect(bytes, usable, PROT_READ | PROT_WRITE) != 0) {
    munmap(mapping, usable + 2 * page);
    return NULL;
  }
  // Best effort: old kernels lack one or the other, and neither is worth refusing to run for.
  (void)madvise(bytes, usable, MADV_DONTDUMP);
  (void)madvise(bytes, usable, MADV_WIPEONFORK);
  *locked = mlock(bytes, usable) == 0;
  return bytes;
}

void passfold_unmap_secret_memory(void *bytes, size_t count) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  munmap((uint8_t *)bytes - page, whole_pages(count, page) + 2 * page);
}

int passfold_exchange_names(const char *a, const char *b) {
  return renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE);
}

int passfold_peer_credentials(int descriptor, int32_t *pid, uint32_t *uid, uint32_t *gid) {
  struct ucred peer;
  socklen_t length = sizeof peer;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) {
    return -1;
  }
  if (length != sizeof peer) {
    errno = EINVAL;
    return -1;
  }
  *pid = peer.pid;
  *uid = peer.uid;
  *gid = peer.gid;
  return 0;
}

// Since Linux 6.5; older headers do not define it.
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

int passfold_peer_process(int descriptor) {
  int process = -1;
  socklen_t length = sizeof process;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERPIDFD, &process, &length) == 0) {
    return process;
  }
  int32_t pid;
  uint32_t uid, gid;
  if (errno != ENOPROTOOPT || passfold_peer_credentials(descriptor, &pid, &uid, &gid) != 0) {
    return -1;
  }
  process = (int)syscall(SYS_pidfd_open, (pid_t)pid, 0);
  // A peer that still holds its end has not been replaced by another process with its number.
  struct pollfd peer = {.fd = descriptor, .events = POLLRDHUP};
  if (process >= 0 && (poll(&peer, 1, 0) < 0 || (peer.revents & (POLLHUP | POLLRDHUP | POLLERR)) != 0)) {
    close(process);
    return -1;
  }
  return process;
}

int passfold_open_process(int32_t number) {
  return (int)syscall(SYS_pidfd_open, (pid_t)number, 0);
}

bool passfold_process_runs(int process) {
  struct pollfd end = {.fd = process, .events = POLLIN};
  return poll(&end, 1, 0) == 0;
}

int passfold_columns_of_scalar(uint32_t scalar) {
  return wcwidth((wchar_t)scalar);
}

int passfold_kernel_clock(bool *synchronized, int64_t *greatest_error) {
  struct timex state = {.modes = 0};
  int result = adjtimex(&state);
  if (result < 0) {
    return -1;
  }
  *synchronized = result != TIME_ERROR && (state.status & STA_UNSYNC) == 0;
  *greatest_error = state.maxerror;
  return 0;
}

void passfold_share_one_heap(void) {
  mallopt(M_ARENA_MAX, 1);
}

void passfold_give_memory_back(void) {
  malloc_trim(0);
}
