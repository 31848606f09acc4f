// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A page by which a computer without a vault comes to an account that there is already.
@MainActor
protocol JoiningPage: AnyObject {
  var widget: Widget? { get }
  /// Has a screen reader begin at its start.
  func focus()
  /// Leaves nothing of it, and gives up what is under way.
  func clear()
}
