// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request for one kind of credential that an app accepts. A provider creates it.
// @unchecked: Apple declares the same. Apps change a request only before it is performed, and only where they created it.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
open class ASAuthorizationRequest: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The app's provider object that created the request. The result refers to it.
  open private(set) var provider: any ASAuthorizationProvider

  /// Creates a request of the kind that a subclass defines.
  package init(provider: any ASAuthorizationProvider) {
    self.provider = provider
  }

  /// Returns nil: only subclasses know what is requested.
  public required init?(coder: NSCoder) {
    return nil
  }

  /// True: archives contain only this module's classes, strings, bytes and numbers.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the properties of subclasses. This class has none.
  open func encode(with coder: NSCoder) {}

  /// Returns the same object: this class has no mutable properties.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
