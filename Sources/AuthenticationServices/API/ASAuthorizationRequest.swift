// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// One of the things that an app would take to let the person in; a provider makes it.
// @unchecked: Apple declares the same; an app that changes a request does so before it is performed, from where it made it.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
open class ASAuthorizationRequest: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// Which of the app's provider objects made the request; the outcome names it again.
  open private(set) var provider: any ASAuthorizationProvider

  /// Begins a request of a kind that a subclass defines.
  package init(provider: any ASAuthorizationProvider) {
    self.provider = provider
  }

  /// Returns nil: what is asked is known to the kinds of request alone.
  public required init?(coder: NSCoder) {
    return nil
  }

  /// True: archives hold this module's classes, strings, bytes and numbers only.
  public class var supportsSecureCoding: Bool { true }

  /// Writes what the kind of request holds; this class holds nothing to write.
  open func encode(with coder: NSCoder) {}

  /// Returns itself: this class has nothing that could change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
