// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "plan.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

struct words {
  const char *next;
  const char *end;
};

static const char *take(struct words *words, const char *after) {
  if (words->next == words->end) {
    errno = 0;
    passfold_sandbox_failed("nothing follows", after);
  }
  const char *word = words->next;
  words->next += strlen(word) + 1;
  return word;
}

static struct step *add(struct plan *plan, enum step_kind kind, const char *path) {
  if (plan->step_count == STEP_LIMIT || path[0] != '/') {
    errno = 0;
    passfold_sandbox_failed("cannot be planned", path);
  }
  struct step *step = &plan->steps[plan->step_count++];
  *step = (struct step){.kind = kind, .path = path, .tree = -1};
  return step;
}

/// Adds the same entries as bubblewrap to /dev, except a separate pseudoterminal device: the vault creates no terminals.
static void add_devices(struct plan *plan) {
  static const char *const nodes[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"};
  add(plan, STEP_MEMORY, "/dev");
  for (size_t i = 0; i < sizeof nodes / sizeof nodes[0]; i++) {
    struct step *node = add(plan, STEP_SHOW, nodes[i]);
    node->source = nodes[i];
    node->has_devices = true;
  }
  add(plan, STEP_DEVICE_LINKS, "/dev");
}

void passfold_read_plan(struct plan *plan, const char *bytes, size_t count) {
  struct words words = {bytes, bytes + count};
  const char *size = NULL;
  while (words.next != words.end) {
    const char *word = take(&words, "");
    bool shows_writable = strcmp(word, "--bind") == 0 || strcmp(word, "--bind-try") == 0;
    bool shows_devices = strcmp(word, "--dev-bind-try") == 0;
    if (shows_writable || shows_devices || strcmp(word, "--ro-bind-try") == 0) {
      const char *source = take(&words, word);
      struct step *step = add(plan, STEP_SHOW, take(&words, word));
      step->source = source;
      step->is_read_only = !shows_writable && !shows_devices;
      step->has_devices = shows_devices;
      step->may_be_missing = strcmp(word, "--bind") != 0;
    } else if (strcmp(word, "--size") == 0) {
      size = take(&words, word);
    } else if (strcmp(word, "--tmpfs") == 0) {
      add(plan, STEP_MEMORY, take(&words, word))->size = size;
      size = NULL;
    } else if (strcmp(word, "--dev") == 0 && strcmp(take(&words, word), "/dev") == 0) {
      add_devices(plan);
    } else if (strcmp(word, "--remount-ro") == 0) {
      add(plan, STEP_SEAL, take(&words, word));
    } else if (strcmp(word, "--chdir") == 0) {
      plan->folder = take(&words, word);
    } else if (strcmp(word, "--unshare-ipc") == 0) {
      plan->namespaces |= CLONE_NEWIPC;
    } else if (strcmp(word, "--unshare-uts") == 0) {
      plan->namespaces |= CLONE_NEWUTS;
    } else if (strcmp(word, "--unshare-net") == 0) {
      plan->namespaces |= CLONE_NEWNET;
    } else if (strcmp(word, "--unshare-cgroup-try") == 0) {
      plan->leaves_control_groups = true;
    } else if (strcmp(word, "--die-with-parent") == 0) {
      plan->dies_with_parent = true;
    } else if (strcmp(word, "--new-session") == 0) {
      plan->begins_session = true;
    } else if (strcmp(word, "--cap-drop") == 0 && strcmp(take(&words, word), "ALL") == 0) {
      // Every sandbox does this.
    } else if (strcmp(word, "--add-seccomp-fd") == 0 && plan->filter_count < FILTER_LIMIT) {
      plan->filters[plan->filter_count++] = atoi(take(&words, word));
    } else if (strcmp(word, "--trial") == 0) {
      plan->is_trial = true;
    } else {
      errno = 0;
      passfold_sandbox_failed("unknown word in its plan", word);
    }
  }
}
