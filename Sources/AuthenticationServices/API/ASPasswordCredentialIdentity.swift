// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import Synchronization

/// The identity of an account with a password.
// @unchecked: the rank is behind a mutex, everything else is set once; only `open` keeps the compiler from seeing it.
@available(iOS 12.0, macOS 11.0, visionOS 1.0, *)
open class ASPasswordCredentialIdentity: NSObject, ASCredentialIdentity, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The service that the account is with.
  open private(set) var serviceIdentifier: ASCredentialServiceIdentifier
  /// The account's name.
  open private(set) var user: String
  /// What the provider finds its record by.
  open private(set) var recordIdentifier: String?
  private let lockedRank = Mutex(0)

  /// Describes an account.
  public init(serviceIdentifier: ASCredentialServiceIdentifier, user: String, recordIdentifier: String?) {
    self.serviceIdentifier = serviceIdentifier
    self.user = user
    self.recordIdentifier = recordIdentifier
  }

  /// Reads an archived identity; nil when a part is missing.
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

  /// Among identities of one service the one with the larger rank comes first.
  open var rank: Int {
    get { lockedRank.withLock { $0 } }
    set { lockedRank.withLock { $0 = newValue } }
  }

  /// True: archives hold this module's classes, strings and numbers only.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the identity to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(serviceIdentifier, forKey: "serviceIdentifier")
    coder.archive(user, forKey: "user")
    coder.archive(recordIdentifier, forKey: "recordIdentifier")
    coder.encode(rank, forKey: "rank")
  }

  /// Returns an identity whose rank can be changed apart from this one's.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = ASPasswordCredentialIdentity(serviceIdentifier: serviceIdentifier, user: user, recordIdentifier: recordIdentifier)
    copy.rank = rank
    return copy
  }

  /// Compares everything but the rank.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? ASPasswordCredentialIdentity else { return false }
    return serviceIdentifier.isEqual(other.serviceIdentifier) && user == other.user && recordIdentifier == other.recordIdentifier
  }

  /// Fits ``isEqual(_:)``.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(serviceIdentifier.hash)
    hasher.combine(user)
    hasher.combine(recordIdentifier)
    return hasher.finalize()
  }
}
