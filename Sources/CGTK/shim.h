// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

#pragma once

// Swift imports neither GObject's type-casting macros nor variadic functions. The wrappers here use `GtkWidget *` for every widget, cast
// with GObject's own checks, and do nothing else.
#include <adwaita.h>
#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <string.h>
#include <linux/memfd.h>
#include <sys/syscall.h>
#include <unistd.h>

// MARK: Signals

/// Calls `action` with `context` first and the object last whenever the signal is emitted. `forget` is called with the context at the end.
static inline gulong passfold_gtk_connect(void *object, const char *signal, GCallback action, void *context, void (*forget)(void *context)) {
  return g_signal_connect_data(object, signal, action, context, (GClosureNotify)(void (*)(void))forget, G_CONNECT_SWAPPED);
}

// MARK: Accessibility

static inline void passfold_gtk_set_accessible_label(GtkWidget *widget, const char *label) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

/// Sets a secret as the accessible label. The toolkit keeps a copy until the next label; the copy made here is wiped.
static inline void passfold_gtk_set_accessible_secret(GtkWidget *widget, const char *secret) {
  // The accessibility bus requires valid UTF-8.
  char *text = g_utf8_make_valid(secret, -1);
  passfold_gtk_set_accessible_label(widget, text);
  explicit_bzero(text, strlen(text));
  g_free(text);
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

/// A box with its own accessible role. Roles are set when a widget is created.
static inline GtkWidget *passfold_gtk_box_new(GtkOrientation orientation, int spacing, GtkAccessibleRole role) {
  return g_object_new(GTK_TYPE_BOX, "orientation", orientation, "spacing", spacing, "accessible-role", role, NULL);
}

// MARK: Boxes

static inline void passfold_gtk_box_append(GtkWidget *box, GtkWidget *child) { gtk_box_append(GTK_BOX(box), child); }

static inline void passfold_gtk_box_remove(GtkWidget *box, GtkWidget *child) { gtk_box_remove(GTK_BOX(box), child); }

static inline void passfold_gtk_box_remove_all(GtkWidget *box) {
  for (GtkWidget *child = gtk_widget_get_first_child(box); child; child = gtk_widget_get_first_child(box)) gtk_box_remove(GTK_BOX(box), child);
}

static inline void passfold_gtk_box_set_homogeneous(GtkWidget *box, gboolean is) { gtk_box_set_homogeneous(GTK_BOX(box), is); }

/// Retains a widget that is not in a window, until it is released.
static inline void passfold_gtk_keep(GtkWidget *widget) { g_object_ref(widget); }

static inline void passfold_gtk_let_go(GtkWidget *widget) { g_object_unref(widget); }

/// The text size relative to the default of 96 dots per inch.
static inline double passfold_gtk_letter_scale(void) {
  int dots = 0;
  g_object_get(gtk_settings_get_default(), "gtk-xft-dpi", &dots, NULL);
  return dots > 0 ? dots / (96.0 * 1024) : 1;
}

/// Whether the text is so large that less fits next to each other.
static inline gboolean passfold_gtk_letters_are_large(void) { return passfold_gtk_letter_scale() >= 1.5; }

/// Limits the line length for readability: `size` pixels, more with larger text.
static inline GtkWidget *passfold_adw_clamp_new(GtkWidget *child, int size) {
  GtkWidget *clamp = adw_clamp_new();
  adw_clamp_set_child(ADW_CLAMP(clamp), child);
  adw_clamp_set_maximum_size(ADW_CLAMP(clamp), size * MAX(1, passfold_gtk_letter_scale()));
  return clamp;
}

static inline GtkWidget *passfold_gtk_scrolled_new(GtkWidget *child) {
  GtkScrolledWindow *window = GTK_SCROLLED_WINDOW(gtk_scrolled_window_new());
  gtk_scrolled_window_set_policy(window, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(window, child);
  return GTK_WIDGET(window);
}

static inline GtkSizeRequestMode passfold_gtk_fitting_mode(GtkWidget *fitting) { return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH; }

static inline void passfold_gtk_fitting_measure(
    GtkWidget *fitting, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline, int *natural_baseline) {
  GtkWidget *scrolled = adw_bin_get_child(ADW_BIN(fitting)), *view = gtk_scrolled_window_get_child(GTK_SCROLLED_WINDOW(scrolled));
  gtk_widget_measure(
      orientation == GTK_ORIENTATION_VERTICAL ? gtk_viewport_get_child(GTK_VIEWPORT(view)) : scrolled, orientation, for_size, minimum, natural, NULL,
      NULL);
  if (orientation != GTK_ORIENTATION_VERTICAL) return;
  *natural = MIN(*natural, GPOINTER_TO_INT(g_object_get_data(G_OBJECT(fitting), "passfold-most")));
  *minimum = MIN(*natural, GPOINTER_TO_INT(g_object_get_data(G_OBJECT(fitting), "passfold-least")));
}

static inline void passfold_gtk_fitting_allocate(GtkWidget *fitting, int width, int height, int baseline) {
  gtk_widget_allocate(adw_bin_get_child(ADW_BIN(fitting)), width, height, baseline, NULL);
}

/// Requests the full height of a scrolled child at the available width: at most `most` pixels, at least `least`. By default, a scrolled
/// window does not account for wrapped lines.
static inline GtkWidget *passfold_gtk_fitting_new(GtkWidget *scrolled, int least, int most) {
  GtkWidget *fitting = g_object_new(ADW_TYPE_BIN, "accessible-role", GTK_ACCESSIBLE_ROLE_GROUP, NULL);
  g_object_set_data(G_OBJECT(fitting), "passfold-least", GINT_TO_POINTER(least));
  g_object_set_data(G_OBJECT(fitting), "passfold-most", GINT_TO_POINTER(most));
  adw_bin_set_child(ADW_BIN(fitting), scrolled);
  gtk_widget_set_layout_manager(
      fitting, gtk_custom_layout_new(passfold_gtk_fitting_mode, passfold_gtk_fitting_measure, passfold_gtk_fitting_allocate));
  return fitting;
}

/// Always shows a scroll bar next to scrollable content, so that the visible part is not mistaken for everything.
static inline void passfold_gtk_scrolled_show_bar(GtkWidget *scrolled) {
  gtk_scrolled_window_set_overlay_scrolling(GTK_SCROLLED_WINDOW(scrolled), FALSE);
}

/// Scrolls like a key: GTK_SCROLL_PAGE_UP, GTK_SCROLL_PAGE_DOWN, GTK_SCROLL_START or GTK_SCROLL_END.
static inline void passfold_gtk_scroll(GtkWidget *scrolled, GtkScrollType type) {
  gboolean done = FALSE;
  g_signal_emit_by_name(scrolled, "scroll-child", type, FALSE, &done);
}

/// Scrolls a widget into view. Giving it the focus does not do this before it has been laid out.
static inline void passfold_gtk_scroll_to(GtkWidget *scrolled, GtkWidget *widget) {
  GtkWidget *view = gtk_scrolled_window_get_child(GTK_SCROLLED_WINDOW(scrolled));
  graphene_rect_t place;
  if (!gtk_widget_compute_bounds(widget, gtk_viewport_get_child(GTK_VIEWPORT(view)), &place)) return;
  gtk_adjustment_clamp_page(
      gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scrolled)), place.origin.y, place.origin.y + place.size.height + 4);
}

// MARK: Pages

/// Pages of which one is visible. ``passfold_gtk_switcher_new`` creates the buttons to switch between them.
static inline GtkWidget *passfold_gtk_stack_new(void) { return gtk_stack_new(); }

static inline void passfold_gtk_stack_add(GtkWidget *stack, GtkWidget *page, const char *name, const char *title) {
  gtk_stack_add_titled(GTK_STACK(stack), page, name, title);
}

static inline void passfold_gtk_stack_remove(GtkWidget *stack, GtkWidget *page) { gtk_stack_remove(GTK_STACK(stack), page); }

static inline gboolean passfold_gtk_stack_shows(GtkWidget *stack, const char *name) {
  return g_strcmp0(gtk_stack_get_visible_child_name(GTK_STACK(stack)), name) == 0;
}

static inline GtkWidget *passfold_gtk_switcher_new(GtkWidget *stack) {
  GtkWidget *switcher = gtk_stack_switcher_new();
  gtk_stack_switcher_set_stack(GTK_STACK_SWITCHER(switcher), GTK_STACK(stack));
  // Side by side, large names would be broken into lines.
  if (passfold_gtk_letters_are_large()) gtk_orientable_set_orientation(GTK_ORIENTABLE(switcher), GTK_ORIENTATION_VERTICAL);
  // Large text on a small screen wraps.
  for (GtkWidget *button = gtk_widget_get_first_child(switcher); button; button = gtk_widget_get_next_sibling(button)) {
    GtkWidget *label = gtk_widget_get_first_child(button);
    if (!GTK_IS_LABEL(label)) continue;
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    // Two lines beside it must not break a name that would fit on one.
    gtk_label_set_wrap_mode(GTK_LABEL(label), passfold_gtk_letters_are_large() ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_WORD);
    gtk_label_set_justify(GTK_LABEL(label), GTK_JUSTIFY_CENTER);
  }
  return switcher;
}

// MARK: Texts

/// A label for the eye alone: what it says is said elsewhere to a screen reader.
static inline GtkWidget *passfold_gtk_silent_label_new(const char *text) {
  return g_object_new(GTK_TYPE_LABEL, "label", text, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
}

static inline void passfold_gtk_label_set_text(GtkWidget *label, const char *text) { gtk_label_set_text(GTK_LABEL(label), text); }

static inline const char *passfold_gtk_label_text(GtkWidget *label) { return gtk_label_get_text(GTK_LABEL(label)); }

/// Lets a label wrap to at most `lines` lines; 0 for as many as needed. A longer text is cut with an ellipsis.
static inline void passfold_gtk_label_wrap(GtkWidget *label, int lines) {
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  // A hyphen that is not in a name must not look like a part of it.
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

/// Preserves the order of groups of digits in right-to-left text.
static inline void passfold_gtk_label_keep_order(GtkWidget *label) {
  if (gtk_widget_get_direction(label) != GTK_TEXT_DIR_RTL) return;
  if (pango_find_base_dir(gtk_label_get_text(GTK_LABEL(label)), -1) != PANGO_DIRECTION_NEUTRAL) return;
  gtk_widget_set_direction(label, GTK_TEXT_DIR_LTR);
  passfold_gtk_label_set_alignment(label, 1 - gtk_label_get_xalign(GTK_LABEL(label)), GTK_JUSTIFY_RIGHT);
}

static inline void passfold_gtk_label_set_width(GtkWidget *label, int characters) { gtk_label_set_width_chars(GTK_LABEL(label), characters); }

static inline void passfold_gtk_label_set_widest(GtkWidget *label, int characters) { gtk_label_set_max_width_chars(GTK_LABEL(label), characters); }

// MARK: Buttons, entries, switches

static inline GtkWidget *passfold_gtk_button_wrap(GtkWidget *button) {
  GtkWidget *label = gtk_button_get_child(GTK_BUTTON(button));
  // Large text in a narrow window wraps.
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  // A long word must not make the window wider than the screen.
  gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_justify(GTK_LABEL(label), GTK_JUSTIFY_CENTER);
  return button;
}

/// A button whose underlined letter works with Alt.
static inline GtkWidget *passfold_gtk_button_new(const char *mnemonic) {
  return passfold_gtk_button_wrap(gtk_button_new_with_mnemonic(mnemonic));
}

/// One of several buttons of which exactly one is pressed; `first` is one that was made before, or NULL.
static inline GtkWidget *passfold_gtk_option_new(const char *mnemonic, gboolean chosen, GtkWidget *first) {
  GtkWidget *button = passfold_gtk_button_wrap(gtk_toggle_button_new_with_mnemonic(mnemonic));
  gtk_widget_add_css_class(button, "option");
  if (first) gtk_toggle_button_set_group(GTK_TOGGLE_BUTTON(button), GTK_TOGGLE_BUTTON(first));
  gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(button), chosen);
  return button;
}

static inline void passfold_gtk_option_choose(GtkWidget *button) { gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(button), TRUE); }

/// Prevents breaks inside the words of a button. Next to other text, it would otherwise get only the width of its narrowest letters.
static inline void passfold_gtk_button_keep_words(GtkWidget *button) {
  GtkWidget *label = GTK_IS_BUTTON(button) ? gtk_button_get_child(GTK_BUTTON(button)) : NULL;
  if (GTK_IS_LABEL(label)) gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD);
}

/// Places an icon before a button's text, both aligned to the start.
static inline void passfold_gtk_button_set_content(GtkWidget *button, const char *icon, const char *words) {
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 10), *label = gtk_label_new(words);
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
  gtk_box_append(GTK_BOX(box), gtk_image_new_from_icon_name(icon));
  gtk_box_append(GTK_BOX(box), label);
  gtk_button_set_child(GTK_BUTTON(button), box);
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
}

static inline GtkWidget *passfold_gtk_icon_button_new(const char *icon) { return gtk_button_new_from_icon_name(icon); }

static inline const char *passfold_gtk_editable_text(GtkWidget *editable) { return gtk_editable_get_text(GTK_EDITABLE(editable)); }

static inline void passfold_gtk_editable_set_text(GtkWidget *editable, const char *text) { gtk_editable_set_text(GTK_EDITABLE(editable), text); }

static inline void passfold_gtk_search_capture_keys(GtkWidget *entry, GtkWidget *window, const char *placeholder) {
  gtk_search_entry_set_key_capture_widget(GTK_SEARCH_ENTRY(entry), window);
  g_object_set(entry, "placeholder-text", placeholder, "search-delay", 0, NULL);
}

/// The placeholder of an empty search entry.
static inline void passfold_gtk_search_say(GtkWidget *entry, const char *placeholder) { g_object_set(entry, "placeholder-text", placeholder, NULL); }

/// An entry with hidden text in memory that is not swapped, as far as GTK supports it. A button shows the text while it is typed.
static inline GtkWidget *passfold_gtk_password_entry_new(void) {
  GtkWidget *entry = gtk_password_entry_new();
  gtk_password_entry_set_show_peek_icon(GTK_PASSWORD_ENTRY(entry), TRUE);
  return entry;
}

/// The maximum number of characters in any entry. Its text widget is an inner widget.
static inline void passfold_gtk_editable_limit(GtkWidget *editable, int characters) {
  GtkEditable *inside = gtk_editable_get_delegate(GTK_EDITABLE(editable));
  if (GTK_IS_TEXT(inside)) gtk_text_set_max_length(GTK_TEXT(inside), characters);
}

static inline void passfold_gtk_entry_limit(GtkWidget *entry, int width, int characters) {
  gtk_editable_set_width_chars(GTK_EDITABLE(entry), width);
  gtk_entry_set_max_length(GTK_ENTRY(entry), characters);
}

static inline gboolean passfold_gtk_switch_is_on(GtkWidget *widget) { return gtk_switch_get_active(GTK_SWITCH(widget)); }

static inline void passfold_gtk_switch_set(GtkWidget *widget, gboolean on) { gtk_switch_set_active(GTK_SWITCH(widget), on); }

/// A whole number that is typed, or stepped by buttons and arrows.
static inline GtkWidget *passfold_gtk_number_new(int least, int most, int number) {
  GtkWidget *spin = gtk_spin_button_new_with_range(least, most, 1);
  gtk_spin_button_set_numeric(GTK_SPIN_BUTTON(spin), TRUE);
  gtk_spin_button_set_value(GTK_SPIN_BUTTON(spin), number);
  // Over the number, the wheel scrolls the page: it must not change the number unnoticed.
  GListModel *controllers = gtk_widget_observe_controllers(spin);
  for (guint place = 0; place < g_list_model_get_n_items(controllers); place++) {
    GtkEventController *controller = g_list_model_get_item(controllers, place);
    if (GTK_IS_EVENT_CONTROLLER_SCROLL(controller)) gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_NONE);
    g_object_unref(controller);
  }
  g_object_unref(controllers);
  return spin;
}

static inline int passfold_gtk_number(GtkWidget *spin) { return gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(spin)); }

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
  // Names are untrusted: they are plain text, never markup.
  g_object_set(row, "use-markup", FALSE, "title", title, "subtitle", subtitle, "title-lines", 0, "subtitle-lines", 0, NULL);
  return row;
}

static inline GtkWidget *passfold_adw_expander_new(const char *title, const char *subtitle) {
  GtkWidget *row = adw_expander_row_new();
  g_object_set(row, "use-markup", FALSE, "title", title, "subtitle", subtitle, NULL);
  // Available since libadwaita 1.3; older versions do not cut the text.
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

/// Makes labels that the toolkit would cut at the end wrap instead.
static inline void passfold_gtk_wrap_cut_labels(GtkWidget *widget) {
  if (GTK_IS_LABEL(widget) && gtk_label_get_ellipsize(GTK_LABEL(widget)) != PANGO_ELLIPSIZE_NONE) {
    gtk_label_set_ellipsize(GTK_LABEL(widget), PANGO_ELLIPSIZE_NONE);
    passfold_gtk_label_wrap(widget, 0);
  }
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child)) {
    passfold_gtk_wrap_cut_labels(child);
  }
}

static inline GtkWidget *passfold_adw_group_new(const char *title, const char *description) {
  GtkWidget *group = adw_preferences_group_new();
  adw_preferences_group_set_title(ADW_PREFERENCES_GROUP(group), title);
  adw_preferences_group_set_description(ADW_PREFERENCES_GROUP(group), description);
  passfold_gtk_wrap_cut_labels(group);
  return group;
}

static inline void passfold_adw_group_add(GtkWidget *group, GtkWidget *row) { adw_preferences_group_add(ADW_PREFERENCES_GROUP(group), row); }

/// A row with its controls below its text, for when there is no room next to it.
static inline GtkWidget *passfold_adw_tall_row_new(const char *title, const char *subtitle) {
  GtkWidget *row = adw_preferences_row_new(), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
  const char *const words[] = {title, subtitle};
  for (int index = 0; index < 2; index++) {
    if (!words[index] || !*words[index]) continue;
    GtkWidget *label = gtk_label_new(words[index]);
    passfold_gtk_label_wrap(label, 0);
    passfold_gtk_label_set_alignment(label, 0, GTK_JUSTIFY_LEFT);
    gtk_widget_add_css_class(label, index ? "subtitle" : "title");
    gtk_box_append(GTK_BOX(box), label);
  }
  gtk_widget_add_css_class(box, "tall-row");
  gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), box);
  // The controls are activated and focused, not the row.
  gtk_list_box_row_set_activatable(GTK_LIST_BOX_ROW(row), FALSE);
  gtk_widget_set_focusable(row, FALSE);
  return row;
}

static inline void passfold_adw_tall_row_add(GtkWidget *row, GtkWidget *control) {
  gtk_box_append(GTK_BOX(gtk_list_box_row_get_child(GTK_LIST_BOX_ROW(row))), control);
}

static inline void passfold_gtk_choice_name_new(GtkSignalListItemFactory *factory, GtkListItem *item) {
  GtkWidget *label = gtk_label_new(NULL);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  // A long name must not make the window wider than the screen.
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
  gtk_list_item_set_child(item, label);
}

static inline void passfold_gtk_choice_name_show(GtkSignalListItemFactory *factory, GtkListItem *item) {
  gtk_label_set_text(GTK_LABEL(gtk_list_item_get_child(item)), gtk_string_object_get_string(gtk_list_item_get_item(item)));
}

/// Has a screen reader say what is chosen: GTK 4.8 tells the row's title alone, also when another name is taken.
static inline void passfold_adw_choice_describe(GtkWidget *row) {
  GtkStringObject *chosen = adw_combo_row_get_selected_item(ADW_COMBO_ROW(row));
  passfold_gtk_set_accessible_description(row, chosen ? gtk_string_object_get_string(chosen) : "");
}

/// A row for choosing one of several names, initially the one at `selected`.
static inline GtkWidget *passfold_adw_choice_new(const char *title, const char *subtitle, const char *const *names, guint selected) {
  GtkStringList *list = gtk_string_list_new(names);
  // Next to a long title, the chosen name would be cut.
  if (passfold_gtk_letters_are_large() || g_utf8_strlen(title, -1) > 50) {
    GtkWidget *row = passfold_adw_tall_row_new(title, subtitle), *choice = gtk_drop_down_new(G_LIST_MODEL(list), NULL);
    if (!passfold_gtk_letters_are_large()) gtk_widget_set_halign(choice, GTK_ALIGN_START);
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(passfold_gtk_choice_name_new), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(passfold_gtk_choice_name_show), NULL);
    gtk_drop_down_set_factory(GTK_DROP_DOWN(choice), factory);
    g_object_unref(factory);
    gtk_drop_down_set_selected(GTK_DROP_DOWN(choice), selected);
    // The inner button has the focus, and the chosen name as its own name.
    passfold_gtk_set_accessible_description(gtk_widget_get_first_child(choice), title);
    passfold_adw_tall_row_add(row, choice);
    g_object_set_data(G_OBJECT(row), "passfold-choice", choice);
    return row;
  }
  GtkWidget *row = adw_combo_row_new();
  g_object_set(row, "use-markup", FALSE, "title", title, "subtitle", subtitle, "subtitle-lines", 0, "model", list, "selected", selected, NULL);
  g_object_unref(list);
  g_signal_connect(row, "notify::selected", G_CALLBACK(passfold_adw_choice_describe), NULL);
  passfold_adw_choice_describe(row);
  return row;
}

/// The part of a row that has the choice and emits "notify::selected".
static inline GtkWidget *passfold_adw_choice_control(GtkWidget *row) {
  GtkWidget *choice = g_object_get_data(G_OBJECT(row), "passfold-choice");
  return choice ? choice : row;
}

static inline guint passfold_adw_choice_selected(GtkWidget *row) {
  guint selected = 0;
  g_object_get(passfold_adw_choice_control(row), "selected", &selected, NULL);
  return selected;
}

static inline GtkWidget *passfold_adw_status_new(const char *icon, const char *title, const char *description) {
  char *text = g_markup_escape_text(description, -1);
  GtkWidget *page = g_object_new(ADW_TYPE_STATUS_PAGE, "icon-name", icon, "title", title, "description", text, NULL);
  g_free(text);
  // The scrolled window gets the focus if nothing inside can have it, but has no name.
  GtkWidget *scrolled = gtk_widget_get_first_child(page);
  if (GTK_IS_SCROLLED_WINDOW(scrolled)) passfold_gtk_set_accessible_label(scrolled, title);
  // A title is larger than the text size that the user chose, and may have no room for its words.
  if (passfold_gtk_letters_are_large()) gtk_widget_add_css_class(page, "large-letters");
  return page;
}

static inline void passfold_adw_status_set_child(GtkWidget *page, GtkWidget *child) { adw_status_page_set_child(ADW_STATUS_PAGE(page), child); }

// MARK: Windows

static inline GtkWidget *passfold_adw_window_new(const char *title, int width, int height) {
  // GTK 4.8 loses the role of every window of a program except the first, unless it is set.
  GtkWidget *window = g_object_new(ADW_TYPE_WINDOW, "accessible-role", GTK_ACCESSIBLE_ROLE_WINDOW, NULL);
  gtk_window_set_title(GTK_WINDOW(window), title);
  gtk_window_set_default_size(GTK_WINDOW(window), width, height);
  return window;
}

/// Adds a header bar above `content`.
static inline void passfold_adw_window_set_content(GtkWidget *window, GtkWidget *title, GtkWidget *content) {
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *bar = adw_header_bar_new();
  gtk_widget_add_css_class(bar, "flat");
  // These windows need no minimise or maximise button.
  adw_header_bar_set_decoration_layout(ADW_HEADER_BAR(bar), ":close");
  if (title) adw_header_bar_set_title_widget(ADW_HEADER_BAR(bar), title);
  gtk_box_append(GTK_BOX(box), bar);
  gtk_box_append(GTK_BOX(box), content);
  adw_window_set_content(ADW_WINDOW(window), box);
}

static inline void passfold_gtk_window_set_title(GtkWidget *window, const char *title) { gtk_window_set_title(GTK_WINDOW(window), title); }

/// The current width or, before the window is visible, its future width.
static inline int passfold_gtk_window_width(GtkWidget *window) {
  // GTK 4.8 does not accept NULL for the height.
  int width = 0, height = 0;
  gtk_window_get_default_size(GTK_WINDOW(window), &width, &height);
  return width;
}

/// Makes a visible window tall enough for its content, limited by the screen. It never becomes shorter.
static inline void passfold_gtk_window_grow(GtkWidget *window) {
  int width = 0, height = 0, natural = 0;
  gtk_window_get_default_size(GTK_WINDOW(window), &width, &height);
  if (height <= 0) return;
  gtk_widget_measure(window, GTK_ORIENTATION_VERTICAL, width, NULL, &natural, NULL, NULL);
  if (natural > height) gtk_window_set_default_size(GTK_WINDOW(window), width, natural);
}

static inline gboolean passfold_gtk_focus_in_frame(GtkWidget *widget, GdkFrameClock *clock, void *frames) {
  int *left = frames;
  if (--*left > 0) return G_SOURCE_CONTINUE;
  gtk_widget_grab_focus(widget);
  return G_SOURCE_REMOVE;
}

/// Gives a widget the focus once it has been laid out, because only then is it scrolled into view.
static inline void passfold_gtk_focus_laid_out(GtkWidget *widget) {
  int *frames = g_new(int, 1);
  *frames = 2;
  gtk_widget_add_tick_callback(widget, passfold_gtk_focus_in_frame, frames, g_free);
}

static inline void passfold_gtk_window_present(GtkWidget *window) { gtk_window_present(GTK_WINDOW(window)); }

static inline void passfold_gtk_window_destroy(GtkWidget *window) { gtk_window_destroy(GTK_WINDOW(window)); }

static inline void passfold_gtk_window_set_default(GtkWidget *window, GtkWidget *button) {
  gtk_window_set_default_widget(GTK_WINDOW(window), button);
}

static inline void passfold_gtk_window_set_resizable(GtkWidget *window, gboolean is) { gtk_window_set_resizable(GTK_WINDOW(window), is); }

/// A controller that receives key events before the focused widget. The widget owns it. `action` gets the context, key, key code and
/// modifiers, and returns TRUE for a key that it has handled.
static inline void *passfold_gtk_hear_keys(
    GtkWidget *window, gboolean (*action)(void *context, guint key, guint code, guint modifiers), void *context,
    void (*forget)(void *context)) {
  GtkEventController *controller = gtk_event_controller_key_new();
  gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE);
  passfold_gtk_connect(controller, "key-pressed", G_CALLBACK(action), context, forget);
  gtk_widget_add_controller(window, controller);
  return controller;
}

/// The time of the event that a controller is handling, in milliseconds of the display's clock.
static inline guint32 passfold_gtk_event_time(void *controller) {
  return gtk_event_controller_get_current_event_time(GTK_EVENT_CONTROLLER(controller));
}

/// A controller that emits "pressed" for each press of a mouse button or finger before the widget's children receive it. The widget owns
/// it.
static inline void *passfold_gtk_press_controller_new(GtkWidget *widget) {
  GtkGesture *gesture = gtk_gesture_click_new();
  gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(gesture), 0);
  gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(gesture), GTK_PHASE_CAPTURE);
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(gesture));
  return gesture;
}

/// Keeps a press and its release from everything in the widget.
static inline void passfold_gtk_press_swallow(void *controller) {
  gtk_gesture_set_state(GTK_GESTURE(controller), GTK_EVENT_SEQUENCE_CLAIMED);
}

/// A controller that emits "enter" and "leave" when the focus enters or leaves a widget. The widget owns it.
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

/// A square of size `size`, drawn by `draw` with its context, a Cairo context, width and height.
static inline GtkWidget *passfold_gtk_drawing_new(
    int size, void (*draw)(GtkDrawingArea *area, cairo_t *cairo, int width, int height, void *context), void *context,
    void (*forget)(void *context)) {
  GtkWidget *area = g_object_new(GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
  gtk_drawing_area_set_content_width(GTK_DRAWING_AREA(area), size);
  gtk_drawing_area_set_content_height(GTK_DRAWING_AREA(area), size);
  gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(area), draw, context, forget);
  return area;
}

/// The current text colour of a widget.
static inline GdkRGBA passfold_gtk_text_color(GtkWidget *widget) {
  GdkRGBA color;
  gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color);
  return color;
}

// MARK: Panes

/// Panes shown side by side if there is room, otherwise one at a time.
static inline GtkWidget *passfold_adw_leaflet_new(void) {
  GtkWidget *leaflet = adw_leaflet_new();
  adw_leaflet_set_can_navigate_back(ADW_LEAFLET(leaflet), TRUE);
  // With the default, keyboard navigation and screen readers would see the panes in reverse order.
  adw_leaflet_set_transition_type(ADW_LEAFLET(leaflet), ADW_LEAFLET_TRANSITION_TYPE_UNDER);
  adw_leaflet_set_fold_threshold_policy(ADW_LEAFLET(leaflet), ADW_FOLD_THRESHOLD_POLICY_MINIMUM);
  return leaflet;
}

static inline void passfold_adw_leaflet_add(GtkWidget *leaflet, GtkWidget *pane, const char *name) {
  // A line before each pane except the first.
  if (gtk_widget_get_first_child(leaflet)) {
    adw_leaflet_page_set_navigatable(adw_leaflet_append(ADW_LEAFLET(leaflet), gtk_separator_new(GTK_ORIENTATION_VERTICAL)), FALSE);
  }
  adw_leaflet_page_set_name(adw_leaflet_append(ADW_LEAFLET(leaflet), pane), name);
}

static inline void passfold_adw_leaflet_show(GtkWidget *leaflet, const char *name) {
  adw_leaflet_set_visible_child_name(ADW_LEAFLET(leaflet), name);
}

static inline gboolean passfold_adw_leaflet_shows(GtkWidget *leaflet, const char *name) {
  return g_strcmp0(adw_leaflet_get_visible_child_name(ADW_LEAFLET(leaflet)), name) == 0;
}

static inline gboolean passfold_adw_leaflet_is_folded(GtkWidget *leaflet) { return adw_leaflet_get_folded(ADW_LEAFLET(leaflet)); }

/// Makes a widget visible only when the panes are shown one at a time.
static inline void passfold_adw_leaflet_bind_visible(GtkWidget *leaflet, GtkWidget *widget) {
  g_object_bind_property(leaflet, "folded", widget, "visible", G_BINDING_SYNC_CREATE);
}

/// A bar at the top of a pane; `title` may be NULL.
static inline GtkWidget *passfold_adw_bar_new(const char *title) {
  GtkWidget *bar = adw_header_bar_new();
  GtkWidget *label = gtk_label_new(title);
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class(label, "title");
  // At the default text size, a bar has room for one word between its buttons.
  if (passfold_gtk_letters_are_large()) gtk_widget_add_css_class(label, "large-title");
  adw_header_bar_set_title_widget(ADW_HEADER_BAR(bar), label);
  gtk_widget_add_css_class(bar, "flat");
  adw_header_bar_set_show_start_title_buttons(ADW_HEADER_BAR(bar), FALSE);
  adw_header_bar_set_decoration_layout(ADW_HEADER_BAR(bar), ":close");
  return bar;
}

static inline void passfold_adw_bar_set_title(GtkWidget *bar, const char *title) {
  GtkWidget *label = adw_header_bar_get_title_widget(ADW_HEADER_BAR(bar));
  gtk_label_set_text(GTK_LABEL(label), title);
  gtk_widget_set_visible(label, *title != 0);
}

static inline void passfold_adw_bar_add(GtkWidget *bar, GtkWidget *child, gboolean at_end) {
  if (at_end) adw_header_bar_pack_end(ADW_HEADER_BAR(bar), child);
  else adw_header_bar_pack_start(ADW_HEADER_BAR(bar), child);
}

/// Makes a pane's bar show the window's buttons only when it is the only visible pane.
static inline void passfold_adw_bar_follow(GtkWidget *bar, GtkWidget *leaflet) {
  g_object_bind_property(leaflet, "folded", bar, "show-end-title-buttons", G_BINDING_SYNC_CREATE);
}

/// Sets the complete content of a window, including its own bars.
static inline void passfold_adw_window_set_whole(GtkWidget *window, GtkWidget *content) { adw_window_set_content(ADW_WINDOW(window), content); }

/// A row in the style of the desktop's toasts.
static inline GtkWidget *passfold_gtk_toast_new(void) {
  return g_object_new(GTK_TYPE_BOX, "css-name", "toast", "accessible-role", GTK_ACCESSIBLE_ROLE_GROUP, NULL);
}

/// Fades a toast in and out, in the middle of the line that it has for itself.
static inline GtkWidget *passfold_gtk_toast_frame_new(GtkWidget *toast) {
  return g_object_new(
      GTK_TYPE_REVEALER, "child", toast, "transition-type", GTK_REVEALER_TRANSITION_TYPE_CROSSFADE, "halign", GTK_ALIGN_CENTER, "valign",
      GTK_ALIGN_END, NULL);
}

static inline void passfold_gtk_reveal(GtkWidget *revealer, gboolean is) { gtk_revealer_set_reveal_child(GTK_REVEALER(revealer), is); }

static inline gboolean passfold_gtk_is_revealed(GtkWidget *revealer) { return gtk_revealer_get_child_revealed(GTK_REVEALER(revealer)); }

/// The number of characters that fit on a line in a widget, at most `most`.
static inline int passfold_gtk_characters(GtkWidget *widget, int beside, int most) {
  PangoContext *context = gtk_widget_get_pango_context(widget);
  PangoFontMetrics *metrics = pango_context_get_metrics(context, NULL, NULL);
  // Bold letters are wider than regular ones.
  int width = pango_font_metrics_get_approximate_char_width(metrics) * 5 / 4 / PANGO_SCALE;
  pango_font_metrics_unref(metrics);
  return CLAMP((gtk_widget_get_width(widget) - beside) / MAX(width, 1), MIN(8, most), most);
}

static inline void passfold_gtk_stack_turn(GtkWidget *stack, const char *name) { gtk_stack_set_visible_child_name(GTK_STACK(stack), name); }

static inline gboolean passfold_gtk_window_is_active(GtkWidget *window) { return gtk_window_is_active(GTK_WINDOW(window)); }

/// Closes a window as its close button does.
static inline void passfold_gtk_window_ask_to_close(GtkWidget *window) { gtk_window_close(GTK_WINDOW(window)); }

/// Starts another program with one argument, independently of this one. Returns whether it was started.
static inline gboolean passfold_gtk_start(const char *program, const char *argument) {
  char *arguments[] = {(char *)program, (char *)argument, NULL};
  return g_spawn_async(NULL, arguments, NULL, G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, NULL, NULL);
}

/// Opens a URL in the desktop's program for it.
static inline void passfold_gtk_open_address(GtkWidget *window, const char *address) {
  gtk_show_uri(GTK_WINDOW(window), address, GDK_CURRENT_TIME);
}

/// Whether the user is typing: the focus is in an editable text.
static inline gboolean passfold_gtk_window_types(GtkWidget *window) {
  GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(window));
  return focus && (GTK_IS_TEXT(focus) || GTK_IS_TEXT_VIEW(focus));
}

static inline gboolean passfold_gtk_has_focus_within(GtkWidget *widget) {
  return (gtk_widget_get_state_flags(widget) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0;
}

/// Whether the pointer is over a widget or the focus is inside it.
static inline gboolean passfold_gtk_is_attended(GtkWidget *widget) {
  return (gtk_widget_get_state_flags(widget) & (GTK_STATE_FLAG_PRELIGHT | GTK_STATE_FLAG_FOCUS_WITHIN)) != 0;
}

// MARK: Long lists

/// Creates the rows of a long list as they scroll into view, with the signals "setup", "bind", "unbind" and "teardown".
static inline void *passfold_gtk_row_factory_new(void) { return gtk_signal_list_item_factory_new(); }

/// As many items as a list has rows. The content of a row is determined elsewhere, by its position.
static inline void *passfold_gtk_places_new(void) { return gtk_string_list_new(NULL); }

/// Adds or removes items at the end. The remaining ones keep their widgets, of which a list has about two hundred.
static inline void passfold_gtk_places_set(void *places, guint count) {
  guint had = g_list_model_get_n_items(G_LIST_MODEL(places));
  if (count <= had) {
    gtk_string_list_splice(GTK_STRING_LIST(places), count, had - count, NULL);
    return;
  }
  char **names = g_new0(char *, count - had + 1);
  for (guint index = 0; index < count - had; index++) names[index] = (char *)"";
  gtk_string_list_splice(GTK_STRING_LIST(places), had, 0, (const char *const *)names);
  g_free(names);
}

/// A list of the items; takes ownership of both arguments.
static inline GtkWidget *passfold_gtk_list_view_new(void *places, void *factory) {
  GtkWidget *view = gtk_list_view_new(GTK_SELECTION_MODEL(gtk_no_selection_new(G_LIST_MODEL(places))), GTK_LIST_ITEM_FACTORY(factory));
  gtk_list_view_set_single_click_activate(GTK_LIST_VIEW(view), TRUE);
  return view;
}

static inline guint passfold_gtk_list_item_position(void *item) { return gtk_list_item_get_position(GTK_LIST_ITEM(item)); }

static inline void passfold_gtk_list_item_set_child(void *item, GtkWidget *child) { gtk_list_item_set_child(GTK_LIST_ITEM(item), child); }

/// The vertical scroll position, which emits "value-changed".
static inline void *passfold_gtk_scroll_place(GtkWidget *scrolled) {
  return gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scrolled));
}

typedef struct {
  double start, end;
} PassfoldShare;

/// The visible part of the scrolled content, from 0 to 1.
static inline PassfoldShare passfold_gtk_scroll_share(GtkWidget *scrolled) {
  GtkAdjustment *place = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scrolled));
  double whole = gtk_adjustment_get_upper(place), start = gtk_adjustment_get_value(place);
  if (whole <= 0) return (PassfoldShare){0, 1};
  return (PassfoldShare){start / whole, (start + gtk_adjustment_get_page_size(place)) / whole};
}

static inline void passfold_gtk_scroll_to_start(GtkWidget *scrolled) {
  gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scrolled)), 0);
}

/// The few rows of a pane that selects the content of another.
static inline GtkWidget *passfold_gtk_sidebar_new(void) {
  GtkWidget *list = gtk_list_box_new();
  gtk_list_box_set_selection_mode(GTK_LIST_BOX(list), GTK_SELECTION_BROWSE);
  gtk_widget_add_css_class(list, "navigation-sidebar");
  return list;
}

/// Makes a row neither activatable nor focusable, because it has buttons for its actions.
static inline void passfold_gtk_row_rest(GtkWidget *row) {
  gtk_list_box_row_set_activatable(GTK_LIST_BOX_ROW(row), FALSE);
  gtk_widget_set_focusable(row, FALSE);
}

static inline int passfold_gtk_row_index(void *row) { return gtk_list_box_row_get_index(GTK_LIST_BOX_ROW(row)); }

static inline GtkWidget *passfold_gtk_image_new(void) { return gtk_image_new(); }

static inline void passfold_gtk_image_set(GtkWidget *image, const char *icon) { gtk_image_set_from_icon_name(GTK_IMAGE(image), icon); }

/// Cuts a single-line label with an ellipsis if there is not enough room.
static inline void passfold_gtk_label_cut(GtkWidget *label) { gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END); }

static inline void passfold_gtk_button_set_icon(GtkWidget *button, const char *icon) { gtk_button_set_icon_name(GTK_BUTTON(button), icon); }

static inline GtkWidget *passfold_gtk_password_new(void) {
  return g_object_new(GTK_TYPE_PASSWORD_ENTRY, "show-peek-icon", TRUE, "activates-default", FALSE, NULL);
}

/// A multi-line text in its own frame.
static inline GtkWidget *passfold_gtk_text_view_new(void) {
  GtkWidget *view = gtk_text_view_new();
  gtk_text_view_set_wrap_mode(GTK_TEXT_VIEW(view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab(GTK_TEXT_VIEW(view), FALSE);
  gtk_widget_set_size_request(view, -1, 72);
  gtk_widget_add_css_class(view, "written");
  // In this mode, the style draws outlines around entries but not around this widget.
  if (adw_style_manager_get_high_contrast(adw_style_manager_get_default())) gtk_widget_add_css_class(view, "outlined");
  return view;
}

/// The text; the caller frees it.
static inline char *passfold_gtk_text_view_text(GtkWidget *view) {
  GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(view));
  GtkTextIter start, end;
  gtk_text_buffer_get_bounds(buffer, &start, &end);
  return gtk_text_buffer_get_text(buffer, &start, &end, FALSE);
}

static inline gboolean passfold_gtk_text_view_has_text(GtkWidget *view) {
  return gtk_text_buffer_get_char_count(gtk_text_view_get_buffer(GTK_TEXT_VIEW(view))) > 0;
}

static inline void passfold_gtk_text_view_set(GtkWidget *view, const char *text) {
  gtk_text_buffer_set_text(gtk_text_view_get_buffer(GTK_TEXT_VIEW(view)), text, -1);
}

// MARK: Shortcuts

/// The keys of a shortcut such as `<Control>f`, drawn as keyboard keys.
static inline GtkWidget *passfold_gtk_keys_new(const char *keys) {
  GtkWidget *label = gtk_shortcut_label_new(keys);
  gtk_widget_set_halign(label, GTK_ALIGN_START);
  gtk_widget_set_valign(label, GTK_ALIGN_CENTER);
  return label;
}

/// The names of such keys, which the caller frees; NULL for an invalid shortcut.
static inline char *passfold_gtk_keys_words(const char *keys) {
  guint key = 0;
  GdkModifierType modifiers = 0;
  return gtk_accelerator_parse(keys, &key, &modifiers) ? gtk_accelerator_get_label(key, modifiers) : NULL;
}

/// Makes a window modal over another one.
static inline void passfold_gtk_window_stand_over(GtkWidget *window, GtkWidget *below) {
  gtk_window_set_transient_for(GTK_WINDOW(window), GTK_WINDOW(below));
  gtk_window_set_modal(GTK_WINDOW(window), TRUE);
  gtk_window_set_destroy_with_parent(GTK_WINDOW(window), TRUE);
}

// MARK: Questions

typedef struct {
  void (*hear)(void *context, gboolean agreed);
  void *context;
} PassfoldQuestion;

static inline void passfold_adw_asked(AdwMessageDialog *dialog, const char *response, void *data) {
  PassfoldQuestion *question = data;
  question->hear(question->context, g_strcmp0(response, "yes") == 0);
  g_free(question);
}

/// Gives every button in a widget a single accessible name: GTK would use both its text and its inner label.
static inline void passfold_gtk_name_buttons_once(GtkWidget *widget) {
  if (GTK_IS_BUTTON(widget)) passfold_gtk_forget_accessible_label(widget);
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child)) {
    passfold_gtk_name_buttons_once(child);
  }
}

static inline void passfold_gtk_focus_button(GtkWidget *widget, const char *words) {
  if (GTK_IS_BUTTON(widget) && gtk_widget_get_mapped(widget) && g_strcmp0(gtk_button_get_label(GTK_BUTTON(widget)), words) == 0) gtk_widget_grab_focus(widget);
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child)) {
    passfold_gtk_focus_button(child, words);
  }
}

static inline gboolean passfold_adw_ask_begins(GtkWidget *dialog, GdkFrameClock *clock, void *context) {
  int frames = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(dialog), "passfold-frames")) + 1;
  g_object_set_data(G_OBJECT(dialog), "passfold-frames", GINT_TO_POINTER(frames));
  passfold_gtk_focus_button(dialog, g_object_get_data(G_OBJECT(dialog), "passfold-no"));
  return frames < 4 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/// Asks before something is lost. Escape and Enter keep it. `hear` is called once.
static inline void passfold_adw_ask(
    GtkWidget *window, const char *title, const char *words, const char *no, const char *yes,
    void (*hear)(void *context, gboolean agreed), void *context) {
  AdwMessageDialog *dialog = g_object_new(
      ADW_TYPE_MESSAGE_DIALOG, "accessible-role", GTK_ACCESSIBLE_ROLE_DIALOG, "transient-for", window, "modal", TRUE, "heading", title, "body",
      words, NULL);
  adw_message_dialog_add_responses(dialog, "no", no, "yes", yes, NULL);
  adw_message_dialog_set_response_appearance(dialog, "yes", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response(dialog, "no");
  adw_message_dialog_set_close_response(dialog, "no");
  passfold_gtk_set_accessible_label(GTK_WIDGET(dialog), title);
  passfold_gtk_name_buttons_once(GTK_WIDGET(dialog));
  // By default it stays as narrow with large text, and breaks words.
  if (passfold_gtk_letters_are_large()) {
    int room = gtk_widget_get_width(window) - 24, widest = 372 * passfold_gtk_letter_scale();
    gtk_widget_set_size_request(GTK_WIDGET(dialog), MIN(room, widest), -1);
    gtk_widget_add_css_class(GTK_WIDGET(dialog), "large-letters");
  }
  PassfoldQuestion *question = g_new0(PassfoldQuestion, 1);
  question->hear = hear;
  question->context = context;
  g_signal_connect(dialog, "response", G_CALLBACK(passfold_adw_asked), question);
  // When the buttons are stacked, which is known only after the first frames, the toolkit would focus the destructive one.
  g_object_set_data_full(G_OBJECT(dialog), "passfold-no", g_strdup(no), g_free);
  gtk_widget_add_tick_callback(GTK_WIDGET(dialog), passfold_adw_ask_begins, NULL, NULL);
  gtk_window_present(GTK_WINDOW(dialog));
}

// MARK: Pictures

// A picture is received as bytes, from the clipboard or by drag and drop, and stored in an unnamed file in memory. This program does not
// decode pictures.

/// The accepted types of a picture. Those that need no file come first.
static const char *const passfold_gtk_picture_types[] = {"image/png", "image/jpeg", "image/webp", "text/uri-list", NULL};

/// The first accepted type that is offered, followed by NULL. An owner may also answer a request for a type that it did not offer.
static inline const char **passfold_gtk_picture_offered(GdkContentFormats *formats, const char *offered[2]) {
  offered[0] = offered[1] = NULL;
  for (int index = 0; passfold_gtk_picture_types[index] && !offered[0]; index++) {
    if (gdk_content_formats_contain_mime_type(formats, passfold_gtk_picture_types[index])) offered[0] = passfold_gtk_picture_types[index];
  }
  return offered;
}

typedef struct {
  void (*hear)(void *context, int file, const char *type);
  void *context;
  int file;
  gsize left;
  char *type;
  GInputStream *stream;
  GdkDrop *drop;
} PassfoldPicture;

static inline void passfold_gtk_picture_end(PassfoldPicture *picture, gboolean is_whole) {
  if (!is_whole && picture->file >= 0) {
    close(picture->file);
    picture->file = -1;
  }
  if (picture->file >= 0) lseek(picture->file, 0, SEEK_SET);
  // Notifies the source that the picture was accepted.
  if (picture->drop) gdk_drop_finish(picture->drop, is_whole ? GDK_ACTION_COPY : 0);
  picture->hear(picture->context, picture->file, picture->type);
  g_clear_object(&picture->drop);
  g_clear_object(&picture->stream);
  g_free(picture->type);
  g_free(picture);
}

static inline void passfold_gtk_picture_part(GObject *stream, GAsyncResult *result, void *data) {
  PassfoldPicture *picture = data;
  GBytes *part = g_input_stream_read_bytes_finish(G_INPUT_STREAM(stream), result, NULL);
  gsize count = 0;
  const char *bytes = part ? g_bytes_get_data(part, &count) : NULL;
  gboolean goes_on = part && count > 0 && count <= picture->left && picture->file >= 0;
  for (gsize done = 0; goes_on && done < count;) {
    gssize more = write(picture->file, bytes + done, count - done);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) goes_on = FALSE;
    else done += more;
  }
  gboolean is_end = part && count == 0;
  if (goes_on) picture->left -= count;
  if (part) g_bytes_unref(part);
  if (goes_on) g_input_stream_read_bytes_async(picture->stream, 1 << 16, G_PRIORITY_DEFAULT, NULL, passfold_gtk_picture_part, picture);
  else passfold_gtk_picture_end(picture, is_end);
}

static inline void passfold_gtk_picture_begin(PassfoldPicture *picture, GInputStream *stream, const char *type) {
  picture->stream = stream;
  picture->type = g_strdup(type);
  picture->file = stream ? (int)syscall(SYS_memfd_create, "picture", MFD_CLOEXEC) : -1;
  if (picture->file < 0) return passfold_gtk_picture_end(picture, FALSE);
  g_input_stream_read_bytes_async(stream, 1 << 16, G_PRIORITY_DEFAULT, NULL, passfold_gtk_picture_part, picture);
}

static inline void passfold_gtk_picture_pasted(GObject *clipboard, GAsyncResult *result, void *data) {
  const char *type = NULL;
  GInputStream *stream = gdk_clipboard_read_finish(GDK_CLIPBOARD(clipboard), result, &type, NULL);
  passfold_gtk_picture_begin(data, stream, type);
}

static inline void passfold_gtk_picture_dropped(GObject *drop, GAsyncResult *result, void *data) {
  const char *type = NULL;
  GInputStream *stream = gdk_drop_read_finish(GDK_DROP(drop), result, &type, NULL);
  passfold_gtk_picture_begin(data, stream, type);
}

static inline PassfoldPicture *passfold_gtk_picture_new(
    gsize most, void (*hear)(void *context, int file, const char *type), void *context) {
  PassfoldPicture *picture = g_new0(PassfoldPicture, 1);
  picture->hear = hear;
  picture->context = context;
  picture->left = most;
  picture->file = -1;
  return picture;
}

/// Whether the clipboard contains a picture, or files that may be one.
static inline gboolean passfold_gtk_clipboard_has_picture(void) {
  const char *offered[2];
  return passfold_gtk_picture_offered(gdk_clipboard_get_formats(gdk_display_get_clipboard(gdk_display_get_default())), offered)[0] != NULL;
}

/// Reads the clipboard's picture or the names of files, at most `most` bytes. `hear` gets a file, which it must close, or -1.
static inline void passfold_gtk_clipboard_take_picture(
    gsize most, void (*hear)(void *context, int file, const char *type), void *context) {
  GdkClipboard *clipboard = gdk_display_get_clipboard(gdk_display_get_default());
  const char *offered[2];
  gdk_clipboard_read_async(
      clipboard, passfold_gtk_picture_offered(gdk_clipboard_get_formats(clipboard), offered), G_PRIORITY_DEFAULT, NULL, passfold_gtk_picture_pasted, passfold_gtk_picture_new(most, hear, context));
}

/// Lets pictures and files be dropped on a widget. The returned object emits "drop"; the widget owns it.
static inline void *passfold_gtk_picture_target_new(GtkWidget *widget) {
  GdkContentFormats *formats = gdk_content_formats_new((const char **)passfold_gtk_picture_types, G_N_ELEMENTS(passfold_gtk_picture_types) - 1);
  GtkDropTargetAsync *target = gtk_drop_target_async_new(formats, GDK_ACTION_COPY);
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(target));
  return target;
}

/// Reads dropped data in the same way as ``passfold_gtk_clipboard_take_picture``.
static inline void passfold_gtk_drop_take_picture(
    void *drop, gsize most, void (*hear)(void *context, int file, const char *type), void *context) {
  PassfoldPicture *picture = passfold_gtk_picture_new(most, hear, context);
  picture->drop = g_object_ref(GDK_DROP(drop));
  const char *offered[2];
  gdk_drop_read_async(
      picture->drop, passfold_gtk_picture_offered(gdk_drop_get_formats(picture->drop), offered), G_PRIORITY_DEFAULT, NULL,
      passfold_gtk_picture_dropped, picture);
}

// MARK: Files

typedef struct {
  void (*hear)(void *context, const char *path);
  void *context;
} PassfoldChoice;

static inline void passfold_gtk_file_chosen(GtkNativeDialog *dialog, int response, void *data) {
  PassfoldChoice *choice = data;
  GFile *file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog)) : NULL;
  char *path = file ? g_file_get_path(file) : NULL;
  g_object_set_data(G_OBJECT(gtk_native_dialog_get_transient_for(dialog)), "passfold-choice", NULL);
  choice->hear(choice->context, path);
  g_free(path);
  g_clear_object(&file);
  g_object_unref(dialog);
  g_free(choice);
}

/// Lets the user choose a file or a folder in the desktop's own dialogue. `hear` is called once, with NULL if none was chosen.
static inline void passfold_gtk_choose_file(
    GtkWidget *window, const char *title, const char *accept, const char *cancel, const char *new_name, gboolean is_folder,
    const char *place, void (*hear)(void *context, const char *path), void *context) {
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new(
      title, GTK_WINDOW(window),
      is_folder ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER : new_name ? GTK_FILE_CHOOSER_ACTION_SAVE : GTK_FILE_CHOOSER_ACTION_OPEN, accept,
      cancel);
  // Other programs' exports usually come from a browser. For anything else, the user starts in the home folder.
  const char *downloads = new_name || is_folder ? NULL : g_get_user_special_dir(G_USER_DIRECTORY_DOWNLOAD);
  gboolean has_downloads = downloads && g_file_test(downloads, G_FILE_TEST_IS_DIR);
  GFile *folder = g_file_new_for_path(place ? place : has_downloads ? downloads : g_get_home_dir());
  gtk_file_chooser_set_current_folder(GTK_FILE_CHOOSER(dialog), folder, NULL);
  g_object_unref(folder);
  if (new_name) gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(dialog), new_name);
  gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(dialog), TRUE);
  PassfoldChoice *choice = g_new0(PassfoldChoice, 1);
  choice->hear = hear;
  choice->context = context;
  g_signal_connect(dialog, "response", G_CALLBACK(passfold_gtk_file_chosen), choice);
  g_object_set_data(G_OBJECT(window), "passfold-choice", dialog);
  gtk_native_dialog_show(GTK_NATIVE_DIALOG(dialog));
}

/// Closes the questions and dialogues over a window, as if the user had declined each.
static inline void passfold_gtk_end_dialogs(GtkWidget *window) {
  // Closing one window may close others.
  GList *windows = gtk_window_list_toplevels();
  g_list_foreach(windows, (GFunc)(void (*)(void))g_object_ref, NULL);
  for (GList *other = windows; other; other = other->next) {
    if (ADW_IS_MESSAGE_DIALOG(other->data) && gtk_window_get_transient_for(other->data) == GTK_WINDOW(window)) gtk_window_close(other->data);
  }
  g_list_free_full(windows, g_object_unref);
  GtkNativeDialog *choice = g_object_get_data(G_OBJECT(window), "passfold-choice");
  if (!choice) return;
  gtk_native_dialog_hide(choice);
  g_signal_emit_by_name(choice, "response", GTK_RESPONSE_CANCEL);
}

/// Buttons side by side, on as many lines as needed.
static inline GtkWidget *passfold_gtk_flow_new(const char *name) {
  // By default, a screen reader treats it as a table with a cell for each child.
  GtkWidget *flow = g_object_new(GTK_TYPE_FLOW_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_GROUP, NULL);
  gtk_flow_box_set_selection_mode(GTK_FLOW_BOX(flow), GTK_SELECTION_NONE);
  gtk_flow_box_set_max_children_per_line(GTK_FLOW_BOX(flow), 5);
  gtk_flow_box_set_column_spacing(GTK_FLOW_BOX(flow), 6);
  gtk_flow_box_set_row_spacing(GTK_FLOW_BOX(flow), 6);
  gtk_accessible_update_property(GTK_ACCESSIBLE(flow), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return flow;
}

static inline void passfold_gtk_flow_append(GtkWidget *flow, GtkWidget *button) {
  // The role for presentation would hide the content from screen readers.
  GtkWidget *place = g_object_new(GTK_TYPE_FLOW_BOX_CHILD, "accessible-role", GTK_ACCESSIBLE_ROLE_GROUP, NULL);
  gtk_flow_box_child_set_child(GTK_FLOW_BOX_CHILD(place), button);
  // The button is focusable, not its container.
  gtk_widget_set_focusable(place, FALSE);
  gtk_flow_box_insert(GTK_FLOW_BOX(flow), place, -1);
}

/// A check box with a label.
static inline GtkWidget *passfold_gtk_check_new(const char *words) {
  GtkWidget *check = gtk_check_button_new();
  GtkWidget *label = gtk_label_new(words);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_check_button_set_child(GTK_CHECK_BUTTON(check), label);
  gtk_accessible_update_property(GTK_ACCESSIBLE(check), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  return check;
}

static inline void passfold_gtk_check_set(GtkWidget *check, gboolean on) { gtk_check_button_set_active(GTK_CHECK_BUTTON(check), on); }

static inline gboolean passfold_gtk_check_is_on(GtkWidget *check) { return gtk_check_button_get_active(GTK_CHECK_BUTTON(check)); }

// MARK: Secrets

static inline PangoLayout *passfold_gtk_secret_layout(GtkWidget *area, int width, const char *text, int count) {
  PangoLayout *layout = gtk_widget_create_pango_layout(area, NULL);
  pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
  if (width > 0) pango_layout_set_width(layout, width * PANGO_SCALE);
  // Left-to-right text in a right-to-left window is aligned to the side where its lines begin.
  if (gtk_widget_get_direction(area) == GTK_TEXT_DIR_LTR && gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL) {
    pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT);
  }
  // Digits on their own have no direction: keep the order of their groups, and align them to the side where lines begin.
  if (gtk_widget_get_direction(area) == GTK_TEXT_DIR_RTL) {
    gboolean is_neutral = pango_find_base_dir(text, count) == PANGO_DIRECTION_NEUTRAL;
    pango_context_set_base_dir(pango_layout_get_context(layout), is_neutral ? PANGO_DIRECTION_LTR : PANGO_DIRECTION_RTL);
    if (is_neutral) pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT);
  }
  // A hyphen must not look like a part of the text.
  PangoAttrList *attributes = pango_attr_list_new();
  pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(FALSE));
  pango_layout_set_attributes(layout, attributes);
  pango_attr_list_unref(attributes);
  pango_layout_set_text(layout, text, count);
  return layout;
}

/// An area for a text that no widget stores. Screen readers treat it as a label.
static inline GtkWidget *passfold_gtk_secret_new(
    void (*draw)(GtkDrawingArea *area, cairo_t *cairo, int width, int height, void *context), void *context,
    void (*forget)(void *context)) {
  GtkWidget *area = g_object_new(GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_LABEL, NULL);
  gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(area), draw, context, forget);
  return area;
}

/// Draws a text in the area's own font and colour, as wide as the area.
static inline void passfold_gtk_secret_draw(GtkDrawingArea *area, cairo_t *cairo, int width, const char *text, int count) {
  PangoLayout *layout = passfold_gtk_secret_layout(GTK_WIDGET(area), width, text, count);
  GdkRGBA color;
  gtk_style_context_get_color(gtk_widget_get_style_context(GTK_WIDGET(area)), &color);
  gdk_cairo_set_source_rgba(cairo, &color);
  pango_cairo_show_layout(cairo, layout);
  g_object_unref(layout);
}

/// Reserves room for a text: its height at the area's width and, with `fits`, also its width.
static inline void passfold_gtk_secret_fit(GtkWidget *area, const char *text, int count, gboolean fits) {
  PangoLayout *layout = passfold_gtk_secret_layout(area, fits ? 0 : gtk_widget_get_width(area), text, count);
  int width = 0, height = 0;
  pango_layout_get_pixel_size(layout, &width, &height);
  if (fits) gtk_drawing_area_set_content_width(GTK_DRAWING_AREA(area), width);
  gtk_drawing_area_set_content_height(GTK_DRAWING_AREA(area), height);
  g_object_unref(layout);
}

typedef struct {
  size_t count;
  char bytes[];
} PassfoldCopied;

static inline void passfold_gtk_copied_free(void *context) {
  PassfoldCopied *copied = context;
  explicit_bzero(copied->bytes, copied->count);
  g_free(copied);
}

/// Copies a secret to the clipboard, marked so that clipboard managers do not store it in their history. Returns a pointer that identifies
/// it.
static inline void *passfold_gtk_clipboard_put(const void *bytes, size_t count) {
  PassfoldCopied *copied = g_malloc(sizeof(PassfoldCopied) + count);
  copied->count = count;
  memcpy(copied->bytes, bytes, count);
  GBytes *text = g_bytes_new_with_free_func(copied->bytes, count, passfold_gtk_copied_free, copied);
  GBytes *mark = g_bytes_new_static("secret", 6);
  GdkContentProvider *providers[] = {
      gdk_content_provider_new_for_bytes("text/plain;charset=utf-8", text),
      gdk_content_provider_new_for_bytes("text/plain", text),
      gdk_content_provider_new_for_bytes("x-kde-passwordManagerHint", mark),
  };
  g_bytes_unref(text);
  g_bytes_unref(mark);
  GdkContentProvider *all = gdk_content_provider_new_union(providers, G_N_ELEMENTS(providers));
  gdk_clipboard_set_content(gdk_display_get_clipboard(gdk_display_get_default()), all);
  g_object_unref(all);
  return all;
}

/// Whether the clipboard still contains the content that was last copied.
static inline gboolean passfold_gtk_clipboard_holds(void *put) {
  GdkClipboard *clipboard = gdk_display_get_clipboard(gdk_display_get_default());
  return gdk_clipboard_is_local(clipboard) && gdk_clipboard_get_content(clipboard) == put;
}

static inline void passfold_gtk_clipboard_put_plain(const char *text) {
  gdk_clipboard_set_text(gdk_display_get_clipboard(gdk_display_get_default()), text);
}

static inline void passfold_gtk_clipboard_clear(void) {
  gdk_clipboard_set_content(gdk_display_get_clipboard(gdk_display_get_default()), NULL);
}
