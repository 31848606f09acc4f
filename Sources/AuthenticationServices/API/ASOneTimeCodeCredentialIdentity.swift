// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import Synchronization

/// The identity of an account with one-time codes.
// @unchecked: a mutex protects the rank and everything else is set once, but the compiler cannot infer that for an `open` class.
@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
open class ASOneTimeCodeCredentialIdentity: NSObject, ASCredentialIdentity, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The account's service.
  open private(set) var serviceIdentifier: ASCredentialServiceIdentifier
  /// The label that a suggestion shows for the account.
  open private(set) var label: String
  /// The provider's identifier of its record.
  open private(set) var recordIdentifier: String?
  private let lockedRank = Mutex(0)

  /// Creates an identity.
  public init(serviceIdentifier: ASCredentialServiceIdentifier, label: String, recordIdentifier: String?) {
    self.serviceIdentifier = serviceIdentifier
    self.label = label
    self.recordIdentifier = recordIdentifier
  }

  /// Reads an archived identity; nil if a part is missing.
  public required init?(coder: NSCoder) {
    guard let service = coder.decodeObject(of: ASCredentialServiceIdentifier.self, forKey: "serviceIdentifier"),
      let label = coder.archivedString(forKey: "label")
    else { return nil }
    self.serviceIdentifier = service
    self.label = label
    self.recordIdentifier = coder.archivedString(forKey: "recordIdentifier")
    super.init()
    self.rank = coder.decodeInteger(forKey: "rank")
  }

  /// The label.
  open var user: String { label }

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
    coder.archive(label, forKey: "label")
    coder.archive(recordIdentifier, forKey: "recordIdentifier")
    coder.encode(rank, forKey: "rank")
  }

  /// Returns an independent identity whose rank can be changed separately.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = ASOneTimeCodeCredentialIdentity(serviceIdentifier: serviceIdentifier, label: label, recordIdentifier: recordIdentifier)
    copy.rank = rank
    return copy
  }

  /// Compares everything except the rank.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? ASOneTimeCodeCredentialIdentity else { return false }
    return serviceIdentifier.isEqual(other.serviceIdentifier) && label == other.label && recordIdentifier == other.recordIdentifier
  }

  /// A hash value that is consistent with ``isEqual(_:)``.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(serviceIdentifier.hash)
    hasher.combine(label)
    hasher.combine(recordIdentifier)
    return hasher.finalize()
  }
}
