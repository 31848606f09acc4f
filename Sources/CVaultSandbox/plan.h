// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// The content of a plan, parsed from its words.

#ifndef PASSFOLD_SANDBOX_PLAN_H
#define PASSFOLD_SANDBOX_PLAN_H

#include <stdbool.h>
#include <stddef.h>

enum step_kind {
  /// Shows a file or folder of the session, including mounts below it.
  STEP_SHOW,
  /// Mounts an empty in-memory folder at a path.
  STEP_MEMORY,
  /// Creates the links that programs expect in /dev.
  STEP_DEVICE_LINKS,
  /// Makes the mount at a path read-only.
  STEP_SEAL,
};

/// One step in building the new root, in the order of the plan.
struct step {
  enum step_kind kind;
  const char *source;
  const char *path;
  /// For STEP_MEMORY: the size in bytes, as text; NULL for the kernel's default.
  const char *size;
  bool is_read_only;
  bool has_devices;
  bool may_be_missing;
  /// For STEP_SHOW: the source's mounts, once they have been taken; -1 if the source does not exist.
  int tree;
};

enum { STEP_LIMIT = 128, FILTER_LIMIT = 4 };

struct plan {
  /// The namespaces to leave, as flags of unshare(2), in addition to those of every sandbox.
  int namespaces;
  bool leaves_control_groups;
  bool dies_with_parent;
  bool begins_session;
  bool is_trial;
  const char *folder;
  struct step steps[STEP_LIMIT];
  size_t step_count;
  /// The descriptors from which system call filters are read, in order.
  int filters[FILTER_LIMIT];
  size_t filter_count;
};

/// Parses the words; ends the process at an unknown word.
void passfold_read_plan(struct plan *plan, const char *words, size_t count);

/// Reports the error, with the reason in errno if it is not 0, and ends the process.
_Noreturn void passfold_sandbox_failed(const char *what, const char *subject);

#endif
