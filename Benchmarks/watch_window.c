// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
//
// Loaded into passfold-window by LD_PRELOAD, it writes down what GTK does there, in microseconds of the monotonic clock:
//
//   key TIME SIGN     a key was pressed, by the display's own time; 0 for one that types nothing
//   list TIME COUNT   the window says that its list has so many entries
//   frame BEGIN END   GdkFrameClock drew a frame
//
// The program itself measures nothing. PASSFOLD_WATCH names the file.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <gtk/gtk.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *report;
static gint64 begun;

static void begin_frame(GdkFrameClock *clock, gpointer context) { begun = g_get_monotonic_time(); }

static void end_frame(GdkFrameClock *clock, gpointer context) { fprintf(report, "frame %ld %ld\n", (long)begun, (long)g_get_monotonic_time()); }

static gboolean press(GtkEventControllerKey *controller, guint value, guint code, GdkModifierType state, gpointer context) {
  gint64 now = g_get_monotonic_time();
  // The display counts milliseconds in 32 bits, of the same clock.
  guint32 age = (guint32)(now / 1000) - gtk_event_controller_get_current_event_time(GTK_EVENT_CONTROLLER(controller));
  guint32 sign = state & GDK_CONTROL_MASK ? 0 : gdk_keyval_to_unicode(value);
  fprintf(report, "key %ld %u\n", (long)(now / 1000 - age) * 1000, sign < ' ' ? 0 : sign);
  return FALSE;
}

void gtk_window_present(GtkWindow *window) {
  void (*present)(GtkWindow *) = (void (*)(GtkWindow *))dlsym(RTLD_NEXT, "gtk_window_present");
  present(window);
  if (report != NULL) return;
  const char *path = getenv("PASSFOLD_WATCH");
  report = path == NULL ? stderr : fopen(path, "w");
  if (report == NULL) abort();
  setvbuf(report, NULL, _IOLBF, 0);
  GdkFrameClock *clock = gtk_widget_get_frame_clock(GTK_WIDGET(window));
  g_signal_connect(clock, "before-paint", G_CALLBACK(begin_frame), NULL);
  g_signal_connect(clock, "after-paint", G_CALLBACK(end_frame), NULL);
  GtkEventController *keys = gtk_event_controller_key_new();
  gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
  g_signal_connect(keys, "key-pressed", G_CALLBACK(press), NULL);
  gtk_widget_add_controller(GTK_WIDGET(window), keys);
}

// The window says how long a list is once it has it.
void gtk_label_set_text(GtkLabel *label, const char *text) {
  void (*set)(GtkLabel *, const char *) = (void (*)(GtkLabel *, const char *))dlsym(RTLD_NEXT, "gtk_label_set_text");
  set(label, text);
  const char *unit = strstr(text, " entr");
  if (report == NULL || unit == NULL || !g_ascii_isdigit(*text)) return;
  int count = 0;
  // Whatever groups the digits of a large number.
  for (const char *sign = text; sign < unit; sign++) {
    if (g_ascii_isdigit(*sign)) count = count * 10 + (*sign - '0');
  }
  fprintf(report, "list %ld %d\n", (long)g_get_monotonic_time(), count);
}
