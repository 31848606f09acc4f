// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK

/// The keyboard shortcuts that work wherever the focus is.
extension VaultWindow {
  func press(_ key: PressedKey) -> Bool {
    if key.isOne(of: GDK_KEY_F1) || (key.hasControl && key.isOne(of: GDK_KEY_question)) {
      ShortcutsWindow.open(over: window)
      return true
    }
    if key.hasControl, key.isOne(of: GDK_KEY_w, GDK_KEY_W, GDK_KEY_q, GDK_KEY_Q) {
      passfold_gtk_window_ask_to_close(window)
      return true
    }
    let isPaste = key.hasControl && key.isOne(of: GDK_KEY_v, GDK_KEY_V)
    guard isOpen else { return isPaste && closedPage?.pastePicture() ?? false }
    if key.hasControl {
      if key.isOne(of: GDK_KEY_f, GDK_KEY_F) {
        turn(to: .entries)
        entries?.focusSearch()
        return true
      }
      if key.isOne(of: GDK_KEY_l, GDK_KEY_L) {
        lock()
        return true
      }
      if key.isOne(of: GDK_KEY_n, GDK_KEY_N) {
        add()
        return true
      }
      // When the focus is in the list, the keys apply to its entry rather than to the page that is open.
      let chosen = entries?.chosen.map { ChosenEntry(entry: $0, acts: acts) }
      if key.isOne(of: GDK_KEY_c, GDK_KEY_C), passfold_gtk_window_types(window) == 0 {
        return chosen?.copyMain() ?? page?.page?.copyMain() ?? false
      }
      if key.isOne(of: GDK_KEY_b, GDK_KEY_B) { return chosen?.copyUser() ?? page?.page?.copyUser() ?? false }
      if key.isOne(of: GDK_KEY_t, GDK_KEY_T) { return chosen?.copyCode() ?? page?.page?.copyCode() ?? false }
      // In a form the key belongs to the text; in the search field, only if there is nothing to undo.
      if key.isOne(of: GDK_KEY_z, GDK_KEY_Z), passfold_gtk_window_types(window) == 0 || entries?.isSearching == true {
        return passing?.takeBack() ?? false
      }
      if key.isOne(of: GDK_KEY_i, GDK_KEY_I) {
        afterForm { [weak self] in self?.bring() }
        return true
      }
      if key.isOne(of: GDK_KEY_e) { return edit() }
      if key.isOne(of: GDK_KEY_E) {
        afterForm { [weak self] in self?.takeOut() }
        return true
      }
      if let section = Self.section(of: key) {
        afterForm { [weak self] in
          self?.choose(section)
          self?.entries?.focusSearch()
        }
        return true
      }
      return isPaste && pastePicture()
    }
    if key.isOne(of: GDK_KEY_Escape), passing?.close() == true { return true }
    if key.isOne(of: GDK_KEY_Escape) || (key.hasAlt && key.isOne(of: GDK_KEY_Left)) {
      if passfold_adw_leaflet_shows(leaflet, Pane.page.rawValue) != 0, page?.page != nil {
        goBack()
        return true
      }
      return entries?.endSearch() == true || passing?.close(isAsked: false) ?? false
    }
    return false
  }

  /// Returns the section for a digit, in the order of the list; nil for another key.
  private static func section(of key: PressedKey) -> VaultSection? {
    let place = Int(key.value) - Int(GDK_KEY_1)
    return VaultSection.allCases.indices.contains(place) ? VaultSection.allCases[place] : nil
  }
}
