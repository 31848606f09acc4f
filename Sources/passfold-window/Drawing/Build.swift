// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Any widget; its kind follows from how it was made.
typealias Widget = UnsafeMutablePointer<GtkWidget>

/// Builds the few kinds of widgets and layouts that this program uses.
@MainActor
enum Build {
  /// A label aligned with the start of its line.
  static func label(_ text: String, style: String? = nil, lines: Int32 = 0, centered: Bool = false) -> Widget? {
    guard let label = gtk_label_new(text) else { return nil }
    passfold_gtk_label_wrap(label, lines)
    passfold_gtk_label_set_alignment(label, centered ? 0.5 : 0, centered ? GTK_JUSTIFY_CENTER : GTK_JUSTIFY_LEFT)
    if let style { for name in style.split(separator: " ") { gtk_widget_add_css_class(label, String(name)) } }
    return label
  }

  /// A label with names of websites or accounts, which can break after their punctuation; the accessible text stays unchanged.
  static func named(_ text: String, style: String? = nil, lines: Int32 = 0, centered: Bool = false) -> Widget? {
    let broken = NameBreaks.added(to: text)
    guard let label = label(broken, style: style, lines: lines, centered: centered) else { return nil }
    if broken != text { passfold_gtk_set_accessible_label(label, text) }
    return label
  }

  /// A label that never breaks.
  static func word(_ text: String) -> Widget? {
    guard let label = gtk_label_new(text) else { return nil }
    passfold_gtk_label_set_alignment(label, 0, GTK_JUSTIFY_LEFT)
    return label
  }

  /// A short dim label on one line.
  static func note(_ text: String) -> Widget? {
    guard let label = gtk_label_new(text) else { return nil }
    gtk_widget_add_css_class(label, "dim-label")
    return label
  }

  static func column(spacing: Int32 = 0, margin: Int32 = 0, _ children: Widget?...) -> Widget? {
    box(GTK_ORIENTATION_VERTICAL, spacing: spacing, margin: margin, children)
  }

  /// Lines that name a window's purpose and can take the focus, so that a screen reader begins there.
  static func heading(_ lines: Widget?...) -> Widget? {
    let heading = box(GTK_ORIENTATION_VERTICAL, spacing: 4, margin: 0, lines, role: GTK_ACCESSIBLE_ROLE_HEADING)
    if let heading {
      gtk_widget_set_focusable(heading, 1)
      gtk_widget_add_css_class(heading, "view-heading")
    }
    return heading
  }

  /// The heading of a page, with a line about its purpose.
  static func pageHeading(_ title: String, _ words: String) -> Widget? {
    let heading = heading(label(title, style: "title-2"), label(words, style: "dim-label"))
    if let heading { passfold_gtk_set_accessible_label(heading, "\(title). \(words)") }
    return heading
  }

  static func row(spacing: Int32 = 0, margin: Int32 = 0, _ children: Widget?...) -> Widget? {
    box(GTK_ORIENTATION_HORIZONTAL, spacing: spacing, margin: margin, children)
  }

  private static func box(
    _ orientation: GtkOrientation, spacing: Int32, margin: Int32, _ children: [Widget?], role: GtkAccessibleRole = GTK_ACCESSIBLE_ROLE_GROUP
  ) -> Widget? {
    guard let box = passfold_gtk_box_new(orientation, spacing, role) else { return nil }
    for child in children.compactMap(\.self) { passfold_gtk_box_append(box, child) }
    for set in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom, gtk_widget_set_margin_start, gtk_widget_set_margin_end] {
      set(box, margin)
    }
    return box
  }

  /// A decorative picture: the words next to it say the same.
  static func icon(_ name: String, size: Int32 = 16) -> Widget? {
    guard let image = gtk_image_new_from_icon_name(name) else { return nil }
    gtk_image_set_pixel_size(OpaquePointer(image), size)
    gtk_widget_set_valign(image, GTK_ALIGN_CENTER)
    return image
  }

  /// A button with its first letter as its Alt mnemonic.
  static func button(_ label: String, style: String? = nil, _ act: @escaping @MainActor () -> Void) -> Widget? {
    guard let button = passfold_gtk_button_new("_" + label.replacing("_", with: "__")) else { return nil }
    // GTK names the button twice, by the text with the underscore and by the label inside; the label is the right name.
    passfold_gtk_forget_accessible_label(button)
    for name in (style ?? "").split(separator: " ") { gtk_widget_add_css_class(button, String(name)) }
    SignalHandler.connect(button, "clicked") { _ in act() }
    return button
  }

  /// A button with a picture; the words are its tooltip and its name for a screen reader.
  static func symbolButton(_ icon: String, _ words: String, _ act: @escaping @MainActor () -> Void) -> Widget? {
    guard let button = passfold_gtk_icon_button_new(icon) else { return nil }
    gtk_widget_add_css_class(button, "flat")
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    gtk_widget_set_tooltip_text(button, words)
    passfold_gtk_set_accessible_label(button, words)
    SignalHandler.connect(button, "clicked") { _ in act() }
    return button
  }
}
