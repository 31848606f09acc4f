// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A replacement for an app's window. The system's surfaces show their own windows and do not use it.
@MainActor
@preconcurrency
open class UIWindow: NSObject {
  /// Creates a window, for apps that have none.
  public override nonisolated init() {
    super.init()
  }
}
