// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

#pragma once

// Swift imports neither the type-casting macros of GObject nor functions with variable arguments. What is wrapped here takes and gives
// `GtkWidget *` for every widget, casts with GObject's own checks, and does nothing else.
#include <adwaita.h>
#include <glib-unix.h>

// MARK: Signals

/// Calls `action` with `context` first, and with the object last, when the signal comes; `forget` is called with the context at the end.
static inline gulong passfold_gtk_connect(void *object, const char *signal, GCallback action, void *context, void (*forget)(void *context)) {
  return g_signal_connect_data(object, signal, action, context, (GClosureNotify)(void (*)(void))forget, G_CONNECT_SWAPPED);
}

// MARK: Accessibility

static inline void passfold_gtk_set_accessible_label(GtkWidget *widget, const char *label) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static inline void passfold_gtk_forget_accessible_label(GtkWidget *widget) {
  gtk_accessible_reset_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL);
}

static inline void passfold_gtk_set_accessible_description(GtkWidget *widget, const char *description) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

static inline void passfold_gtk_set_labelled_by(GtkWidget *widget, GtkWidget *label) {
  gtk_accessible_update_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
}

static inline void passfold_gtk_set_described_by(GtkWidget *widget, GtkWidget *label) {
  gtk_accessible_update_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, label, NULL, -1);
}

/// A box with a role of its own; roles are set when a widget is made.
static inline GtkWidget *passfold_gtk_box_new(GtkOrientation orientation, int spacing, GtkAccessibleRole role) {
  return g_object_new(GTK_TYPE_BOX, "orientation", orientation, "spacing", spacing, "accessible-role", role, NULL);
}

// MARK: Boxes

static inline void passfold_gtk_box_append(GtkWidget *box, GtkWidget *child) { gtk_box_append(GTK_BOX(box), child); }

static inline void passfold_gtk_box_remove_all(GtkWidget *box) {
  for (GtkWidget *child = gtk_widget_get_first_child(box); child; child = gtk_widget_get_first_child(box)) gtk_box_remove(GTK_BOX(box), child);
}

static inline void passfold_gtk_box_set_homogeneous(GtkWidget *box, gboolean is) { gtk_box_set_homogeneous(GTK_BOX(box), is); }

static inline GtkWidget *passfold_adw_clamp_new(GtkWidget *child, int size) {
  GtkWidget *clamp = adw_clamp_new();
  adw_clamp_set_child(ADW_CLAMP(clamp), child);
  adw_clamp_set_maximum_size(ADW_CLAMP(clamp), size);
  return clamp;
}

static inline GtkWidget *passfold_gtk_scrolled_new(GtkWidget *child) {
  GtkScrolledWindow *window = GTK_SCROLLED_WINDOW(gtk_scrolled_window_new());
  gtk_scrolled_window_set_policy(window, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(window, child);
  return GTK_WIDGET(window);
}

/// Makes room for all of `child` at `width`, `most` pixels at most; a scrolled window does not ask for lines that wrap by itself.
static inline void passfold_gtk_scrolled_fit(GtkWidget *window, GtkWidget *child, int width, int most) {
  int natural = 0;
  gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, NULL, &natural, NULL, NULL);
  gtk_scrolled_window_set_min_content_height(GTK_SCROLLED_WINDOW(window), MIN(natural, most));
}

// MARK: Pages

/// Pages of which one is seen; ``passfold_gtk_switcher_new`` makes the buttons that turn to them.
static inline GtkWidget *passfold_gtk_stack_new(void) { return gtk_stack_new(); }

static inline void passfold_gtk_stack_add(GtkWidget *stack, GtkWidget *page, const char *name, const char *title) {
  gtk_stack_add_titled(GTK_STACK(stack), page, name, title);
}

static inline gboolean passfold_gtk_stack_shows(GtkWidget *stack, const char *name) {
  return g_strcmp0(gtk_stack_get_visible_child_name(GTK_STACK(stack)), name) == 0;
}

static inline GtkWidget *passfold_gtk_switcher_new(GtkWidget *stack) {
  GtkWidget *switcher = gtk_stack_switcher_new();
  gtk_stack_switcher_set_stack(GTK_STACK_SWITCHER(switcher), GTK_STACK(stack));
  return switcher;
}

// MARK: Texts

static inline void passfold_gtk_label_set_text(GtkWidget *label, const char *text) { gtk_label_set_text(GTK_LABEL(label), text); }

static inline const char *passfold_gtk_label_text(GtkWidget *label) { return gtk_label_get_text(GTK_LABEL(label)); }

/// Lets a label break into `lines` lines at most, 0 for as many as it needs; a longer text is cut with an ellipsis.
static inline void passfold_gtk_label_wrap(GtkWidget *label, int lines) {
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  // A hyphen that stands in no name must not look like a part of one.
  PangoAttrList *attributes = pango_attr_list_new();
  pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(FALSE));
  gtk_label_set_attributes(GTK_LABEL(label), attributes);
  pango_attr_list_unref(attributes);
  gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
  if (lines > 0) {
    gtk_label_set_lines(GTK_LABEL(label), lines);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
  }
}

static inline void passfold_gtk_label_set_alignment(GtkWidget *label, float x, GtkJustification lines) {
  gtk_label_set_xalign(GTK_LABEL(label), x);
  gtk_label_set_justify(GTK_LABEL(label), lines);
}

static inline void passfold_gtk_label_set_width(GtkWidget *label, int characters) { gtk_label_set_width_chars(GTK_LABEL(label), characters); }

static inline void passfold_gtk_label_set_widest(GtkWidget *label, int characters) { gtk_label_set_max_width_chars(GTK_LABEL(label), characters); }

// MARK: Buttons, entries, switches

/// A button whose underlined letter works with Alt.
static inline GtkWidget *passfold_gtk_button_new(const char *mnemonic) { return gtk_button_new_with_mnemonic(mnemonic); }

static inline GtkWidget *passfold_gtk_icon_button_new(const char *icon) { return gtk_button_new_from_icon_name(icon); }

static inline const char *passfold_gtk_editable_text(GtkWidget *editable) { return gtk_editable_get_text(GTK_EDITABLE(editable)); }

static inline void passfold_gtk_editable_set_text(GtkWidget *editable, const char *text) { gtk_editable_set_text(GTK_EDITABLE(editable), text); }

static inline void passfold_gtk_search_capture_keys(GtkWidget *entry, GtkWidget *window, const char *placeholder) {
  gtk_search_entry_set_key_capture_widget(GTK_SEARCH_ENTRY(entry), window);
  g_object_set(entry, "placeholder-text", placeholder, "search-delay", 0, NULL);
}

static inline void passfold_gtk_entry_limit(GtkWidget *entry, int width, int characters) {
  gtk_editable_set_width_chars(GTK_EDITABLE(entry), width);
  gtk_entry_set_max_length(GTK_ENTRY(entry), characters);
}

static inline gboolean passfold_gtk_switch_is_on(GtkWidget *widget) { return gtk_switch_get_active(GTK_SWITCH(widget)); }

static inline void passfold_gtk_switch_set(GtkWidget *widget, gboolean on) { gtk_switch_set_active(GTK_SWITCH(widget), on); }

static inline void passfold_gtk_spinner_start(GtkWidget *spinner) { gtk_spinner_start(GTK_SPINNER(spinner)); }

// MARK: Lists

static inline GtkWidget *passfold_gtk_list_new(GtkSelectionMode mode) {
  GtkWidget *list = gtk_list_box_new();
  gtk_list_box_set_selection_mode(GTK_LIST_BOX(list), mode);
  gtk_widget_add_css_class(list, "boxed-list");
  return list;
}

static inline void passfold_gtk_list_append(GtkWidget *list, GtkWidget *row) { gtk_list_box_append(GTK_LIST_BOX(list), row); }

static inline void passfold_gtk_list_select(GtkWidget *list, GtkWidget *row) {
  gtk_list_box_select_row(GTK_LIST_BOX(list), row ? GTK_LIST_BOX_ROW(row) : NULL);
}

static inline GtkWidget *passfold_gtk_row_new(GtkWidget *child) {
  GtkWidget *row = gtk_list_box_row_new();
  gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), child);
  return row;
}

// MARK: Rows of settings

static inline GtkWidget *passfold_adw_row_new(const char *title, const char *subtitle) {
  GtkWidget *row = adw_action_row_new();
  // Names come from strangers: they are texts, never markup.
  g_object_set(row, "use-markup", FALSE, "title", title, "subtitle", subtitle, "title-lines", 0, "subtitle-lines", 0, NULL);
  return row;
}

static inline GtkWidget *passfold_adw_expander_new(const char *title, const char *subtitle) {
  GtkWidget *row = adw_expander_row_new();
  g_object_set(row, "use-markup", FALSE, "title", title, "subtitle", subtitle, NULL);
  // Since libadwaita 1.3; before that it does not cut either.
  if (g_object_class_find_property(G_OBJECT_GET_CLASS(row), "subtitle-lines")) g_object_set(row, "title-lines", 0, "subtitle-lines", 0, NULL);
  return row;
}

static inline void passfold_adw_row_add_prefix(GtkWidget *row, GtkWidget *child) {
  if (ADW_IS_EXPANDER_ROW(row)) adw_expander_row_add_prefix(ADW_EXPANDER_ROW(row), child);
  else adw_action_row_add_prefix(ADW_ACTION_ROW(row), child);
}

static inline void passfold_adw_row_add_suffix(GtkWidget *row, GtkWidget *child) {
  if (ADW_IS_EXPANDER_ROW(row)) adw_expander_row_add_action(ADW_EXPANDER_ROW(row), child);
  else adw_action_row_add_suffix(ADW_ACTION_ROW(row), child);
}

static inline gboolean passfold_adw_expander_is_open(GtkWidget *row) { return adw_expander_row_get_expanded(ADW_EXPANDER_ROW(row)); }

static inline void passfold_adw_expander_open(GtkWidget *row, gboolean is) { adw_expander_row_set_expanded(ADW_EXPANDER_ROW(row), is); }

static inline void passfold_adw_expander_add(GtkWidget *row, GtkWidget *child) { adw_expander_row_add_row(ADW_EXPANDER_ROW(row), child); }

static inline void passfold_adw_row_set_activates(GtkWidget *row, GtkWidget *widget) {
  adw_action_row_set_activatable_widget(ADW_ACTION_ROW(row), widget);
}

static inline GtkWidget *passfold_adw_group_new(const char *title, const char *description) {
  GtkWidget *group = adw_preferences_group_new();
  adw_preferences_group_set_title(ADW_PREFERENCES_GROUP(group), title);
  adw_preferences_group_set_description(ADW_PREFERENCES_GROUP(group), description);
  return group;
}

static inline void passfold_adw_group_add(GtkWidget *group, GtkWidget *row) { adw_preferences_group_add(ADW_PREFERENCES_GROUP(group), row); }

/// A row with one choice of several names, the one at `selected` taken.
static inline GtkWidget *passfold_adw_choice_new(const char *title, const char *subtitle, const char *const *names, guint selected) {
  GtkWidget *row = adw_combo_row_new();
  GtkStringList *list = gtk_string_list_new(names);
  g_object_set(row, "use-markup", FALSE, "title", title, "subtitle", subtitle, "subtitle-lines", 0, "model", list, "selected", selected, NULL);
  g_object_unref(list);
  return row;
}

static inline guint passfold_adw_choice_selected(GtkWidget *row) { return adw_combo_row_get_selected(ADW_COMBO_ROW(row)); }

static inline GtkWidget *passfold_adw_status_new(const char *icon, const char *title, const char *description) {
  char *text = g_markup_escape_text(description, -1);
  GtkWidget *page = g_object_new(ADW_TYPE_STATUS_PAGE, "icon-name", icon, "title", title, "description", text, NULL);
  g_free(text);
  return page;
}

static inline void passfold_adw_status_set_child(GtkWidget *page, GtkWidget *child) { adw_status_page_set_child(ADW_STATUS_PAGE(page), child); }

// MARK: Windows

static inline GtkWidget *passfold_adw_window_new(const char *title, int width, int height) {
  // GTK 4.8 forgets the role of every window of a program but the first, unless it is told.
  GtkWidget *window = g_object_new(ADW_TYPE_WINDOW, "accessible-role", GTK_ACCESSIBLE_ROLE_WINDOW, NULL);
  gtk_window_set_title(GTK_WINDOW(window), title);
  gtk_window_set_default_size(GTK_WINDOW(window), width, height);
  return window;
}

/// Puts a header bar above `content`.
static inline void passfold_adw_window_set_content(GtkWidget *window, GtkWidget *title, GtkWidget *content) {
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *bar = adw_header_bar_new();
  gtk_widget_add_css_class(bar, "flat");
  // Nothing here is worth an icon in a bar or the whole screen.
  adw_header_bar_set_decoration_layout(ADW_HEADER_BAR(bar), ":close");
  if (title) adw_header_bar_set_title_widget(ADW_HEADER_BAR(bar), title);
  gtk_box_append(GTK_BOX(box), bar);
  gtk_box_append(GTK_BOX(box), content);
  adw_window_set_content(ADW_WINDOW(window), box);
}

static inline void passfold_gtk_window_set_title(GtkWidget *window, const char *title) { gtk_window_set_title(GTK_WINDOW(window), title); }

static inline void passfold_gtk_window_present(GtkWidget *window) { gtk_window_present(GTK_WINDOW(window)); }

static inline void passfold_gtk_window_destroy(GtkWidget *window) { gtk_window_destroy(GTK_WINDOW(window)); }

static inline void passfold_gtk_window_set_default(GtkWidget *window, GtkWidget *button) {
  gtk_window_set_default_widget(GTK_WINDOW(window), button);
}

static inline void passfold_gtk_window_set_resizable(GtkWidget *window, gboolean is) { gtk_window_set_resizable(GTK_WINDOW(window), is); }

/// A controller that hears keys before the widget that has the focus does; the widget owns it. `action` gets context, key, key code and
/// modifiers, and answers TRUE for a key that it has dealt with.
static inline void *passfold_gtk_hear_keys(
    GtkWidget *window, gboolean (*action)(void *context, guint key, guint code, guint modifiers), void *context,
    void (*forget)(void *context)) {
  GtkEventController *controller = gtk_event_controller_key_new();
  gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE);
  passfold_gtk_connect(controller, "key-pressed", G_CALLBACK(action), context, forget);
  gtk_widget_add_controller(window, controller);
  return controller;
}

/// When the event that a controller is hearing came to be, in milliseconds of the display's clock.
static inline guint32 passfold_gtk_event_time(void *controller) {
  return gtk_event_controller_get_current_event_time(GTK_EVENT_CONTROLLER(controller));
}

/// A controller that emits "pressed" for each press of a mouse button or finger before anything in the widget hears of it; the widget owns it.
static inline void *passfold_gtk_press_controller_new(GtkWidget *widget) {
  GtkGesture *gesture = gtk_gesture_click_new();
  gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(gesture), 0);
  gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(gesture), GTK_PHASE_CAPTURE);
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(gesture));
  return gesture;
}

/// Keeps a press, with the release that belongs to it, from everything in the widget.
static inline void passfold_gtk_press_swallow(void *controller) {
  gtk_gesture_set_state(GTK_GESTURE(controller), GTK_EVENT_SEQUENCE_CLAIMED);
}

/// A controller that emits "enter" and "leave" when the focus comes into a widget or goes out of it; the widget owns it.
static inline void *passfold_gtk_focus_controller_new(GtkWidget *widget) {
  GtkEventController *controller = gtk_event_controller_focus_new();
  gtk_widget_add_controller(widget, controller);
  return controller;
}

/// Adds a style sheet for the whole display.
static inline void passfold_gtk_add_styles(const char *sheet) {
  GtkCssProvider *provider = gtk_css_provider_new();
  gtk_css_provider_load_from_data(provider, sheet, -1);
  gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(provider), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  g_object_unref(provider);
}

// MARK: Drawing

/// A square of `size` that `draw` paints with its context, a Cairo context, and width and height.
static inline GtkWidget *passfold_gtk_drawing_new(
    int size, void (*draw)(GtkDrawingArea *area, cairo_t *cairo, int width, int height, void *context), void *context,
    void (*forget)(void *context)) {
  GtkWidget *area = g_object_new(GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
  gtk_drawing_area_set_content_width(GTK_DRAWING_AREA(area), size);
  gtk_drawing_area_set_content_height(GTK_DRAWING_AREA(area), size);
  gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(area), draw, context, forget);
  return area;
}

/// The colour that a widget's text has now.
static inline GdkRGBA passfold_gtk_text_color(GtkWidget *widget) {
  GdkRGBA color;
  gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color);
  return color;
}
