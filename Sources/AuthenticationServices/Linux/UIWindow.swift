// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Stands for an app's window where there is no UIKit: surfaces of the system draw their own, and take nothing from it.
@MainActor
@preconcurrency
open class UIWindow: NSObject {
  /// Makes one, as apps do that have no window at hand.
  public override nonisolated init() {
    super.init()
  }
}
