// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// What a plan says, read from its words.

#ifndef PASSFOLD_SANDBOX_PLAN_H
#define PASSFOLD_SANDBOX_PLAN_H

#include <stdbool.h>
#include <stddef.h>

enum step_kind {
  /// Shows a file or folder of the session, with what is mounted below it.
  STEP_SHOW,
  /// Puts an empty folder in memory at a path.
  STEP_MEMORY,
  /// Makes the links that programs expect below /dev.
  STEP_DEVICE_LINKS,
  /// Lets nothing more be written into what was made at a path.
  STEP_SEAL,
};

/// One thing to do to the new root, in the order of the plan.
struct step {
  enum step_kind kind;
  const char *source;
  const char *path;
  /// Of STEP_MEMORY: its size in bytes, as a number in text; NULL for the kernel's usual size.
  const char *size;
  bool is_read_only;
  bool has_devices;
  bool may_be_missing;
  /// Of STEP_SHOW: the source's mounts, once they are taken; -1 for what is not there.
  int tree;
};

enum { STEP_LIMIT = 128, FILTER_LIMIT = 4 };

struct plan {
  /// Namespaces to leave, as unshare(2) has them, beside those that every sandbox has.
  int namespaces;
  bool leaves_control_groups;
  bool dies_with_parent;
  bool begins_session;
  bool is_trial;
  const char *folder;
  struct step steps[STEP_LIMIT];
  size_t step_count;
  /// Descriptors from which filters of system calls are read, in order.
  int filters[FILTER_LIMIT];
  size_t filter_count;
};

/// Reads the words; ends the process at one that it does not know.
void passfold_read_plan(struct plan *plan, const char *words, size_t count);

/// Says what went wrong, with the reason in errno where that is not 0, and ends the process.
_Noreturn void passfold_sandbox_failed(const char *what, const char *subject);

#endif
