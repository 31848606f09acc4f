// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import Synchronization

/// The identity of an account with a password.
// @unchecked: a mutex protects the rank and everything else is set once, but the compiler cannot infer that for an `open` class.
@available(iOS 12.0, macOS 11.0, visionOS 1.0, *)
open class ASPasswordCredentialIdentity: NSObject, ASCredentialIdentity, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The account's service.
  open private(set) var serviceIdentifier: ASCredentialServiceIdentifier
  /// The account's name.
  open private(set) var user: String
  /// The provider's identifier of its record.
  open private(set) var recordIdentifier: String?
  private let lockedRank = Mutex(0)

  /// Creates an identity.
  public init(serviceIdentifier: ASCredentialServiceIdentifier, user: String, recordIdentifier: String?) {
    self.serviceIdentifier = serviceIdentifier
    self.user = user
    self.recordIdentifier = recordIdentifier
  }

  /// Reads an archived identity; nil if a part is missing.
  public required init?(coder: NSCoder) {
    guard let service = coder.decodeObject(of: ASCredentialServiceIdentifier.self, forKey: "serviceIdentifier"),
      let user = coder.archivedString(forKey: "user")
    else { return nil }
    self.serviceIdentifier = service
    self.user = user
    self.recordIdentifier = coder.archivedString(forKey: "recordIdentifier")
    super.init()
    self.rank = coder.decodeInteger(forKey: "rank")
  }

  /// The priority among identities of the same service; the largest comes first.
  open var rank: Int {
    get { lockedRank.withLock { $0 } }
    set { lockedRank.withLock { $0 = newValue } }
  }

  /// True: archives contain only this module's classes, strings and numbers.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the identity to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(serviceIdentifier, forKey: "serviceIdentifier")
    coder.archive(user, forKey: "user")
    coder.archive(recordIdentifier, forKey: "recordIdentifier")
    coder.encode(rank, forKey: "rank")
  }

  /// Returns an independent identity whose rank can be changed separately.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = ASPasswordCredentialIdentity(serviceIdentifier: serviceIdentifier, user: user, recordIdentifier: recordIdentifier)
    copy.rank = rank
    return copy
  }

  /// Compares everything except the rank.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? ASPasswordCredentialIdentity else { return false }
    return serviceIdentifier.isEqual(other.serviceIdentifier) && user == other.user && recordIdentifier == other.recordIdentifier
  }

  /// A hash value that is consistent with ``isEqual(_:)``.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(serviceIdentifier.hash)
    hasher.combine(user)
    hasher.combine(recordIdentifier)
    return hasher.finalize()
  }
}
