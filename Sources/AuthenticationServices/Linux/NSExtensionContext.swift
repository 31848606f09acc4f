// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The common superclass of extension contexts (in Foundation on Apple's systems).
open class NSExtensionContext: NSObject {
  /// Creates a context without a request.
  public override init() {
    super.init()
  }

  /// Ends the request without a result.
  open func cancelRequest(withError error: any Error) {}

  /// Refuses to open a URL, as Apple's systems do for a credential provider, which has no access to anything outside the request.
  ///
  /// - Parameter completionHandler: Called with false.
  @preconcurrency
  open func open(_ URL: URL, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    completionHandler?(false)
  }

  /// Refuses to open a URL, as above. Returns false.
  @discardableResult
  open nonisolated(nonsending) func open(_ URL: URL) async -> Bool { false }
}
