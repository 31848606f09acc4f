// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// A call that handled a key leaves pieces of it below the stack pointer, where they remain until a later call uses as much stack. An idle
// thread makes no such call.

#define _GNU_SOURCE
#include "CWipingHeap.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/// Deeper than any call that handles keys, and far less than the stack of any thread, which is at least half a MiB.
enum { depth = 192 * 1024 };

static atomic_int unfinished;

/// Its frame is where the returned calls had theirs.
__attribute__((noinline)) static void wipe_below(void) {
  char dead[depth];
  explicit_bzero(dead, sizeof dead);
}

static void heard(int number) {
  (void)number;
  int before = errno;
  wipe_below();
  atomic_fetch_sub(&unfinished, 1);
  errno = before;
}

void passfold_wipe_dead_stacks(void) {
  static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&turn);
  struct sigaction action = {.sa_handler = heard, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(SIGPROF, &action, NULL);
  atomic_store(&unfinished, 0);
  DIR *threads = opendir("/proc/self/task");
  long own = syscall(SYS_gettid);
  for (struct dirent *entry; threads != NULL && (entry = readdir(threads)) != NULL;) {
    long thread = strtol(entry->d_name, NULL, 10);
    if (thread <= 0 || thread == own) {
      continue;
    }
    atomic_fetch_add(&unfinished, 1);
    if (syscall(SYS_tgkill, getpid(), thread, SIGPROF) != 0) {
      atomic_fetch_sub(&unfinished, 1);
    }
  }
  if (threads != NULL) {
    closedir(threads);
  }
  wipe_below();
  // Do not wait for a thread that has just ended or blocks signals.
  for (int turns = 0; turns < 100 && atomic_load(&unfinished) > 0; turns++) {
    struct timespec moment = {.tv_nsec = 1000000};
    nanosleep(&moment, NULL);
  }
  pthread_mutex_unlock(&turn);
}
