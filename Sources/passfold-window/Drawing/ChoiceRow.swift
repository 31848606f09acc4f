// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import Glibc

/// A row with a choice among names.
@MainActor
enum ChoiceRow {
  /// - Parameter chosen: The index of the initial choice.
  static func make(_ title: String, _ subtitle: String?, _ names: [String], chosen: Int = 0) -> Widget? {
    let copies = names.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    var pointers: [UnsafePointer<CChar>?] = copies.map { UnsafePointer($0) } + [nil]
    return pointers.withUnsafeMutableBufferPointer { passfold_adw_choice_new(title, subtitle, $0.baseAddress, guint(chosen)) }
  }

  /// Returns the index of the current choice.
  static func selected(_ row: Widget) -> Int { Int(passfold_adw_choice_selected(row)) }

  /// Calls `act` whenever the choice changes.
  static func hear(_ row: Widget, _ act: @escaping @MainActor () -> Void) {
    SignalHandler.connect(passfold_adw_choice_control(row), "notify::selected") { _ in act() }
  }
}
