// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What an extension's request and the system have in common (Foundation's class of this name on Apple's systems).
open class NSExtensionContext: NSObject {
  /// Makes a context that belongs to no request.
  public override init() {
    super.init()
  }

  /// Ends the request without a result.
  open func cancelRequest(withError error: any Error) {}
}
