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

  /// Refuses to open a URL, as Apple's systems do for a credential provider: nothing outside the request is within its reach.
  ///
  /// - Parameter completionHandler: Is told false.
  @preconcurrency
  open func open(_ URL: URL, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    completionHandler?(false)
  }

  /// Refuses to open a URL, as above; false.
  @discardableResult
  open nonisolated(nonsending) func open(_ URL: URL) async -> Bool { false }
}
