// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import Synchronization

/// The identity of an account with a passkey.
// @unchecked: a mutex protects the rank and everything else is set once, but the compiler cannot infer that for an `open` class.
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
open class ASPasskeyCredentialIdentity: NSObject, ASCredentialIdentity, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The RP ID that the passkey is scoped to.
  open private(set) var relyingPartyIdentifier: String
  /// The account's name.
  open private(set) var userName: String
  /// The passkey's credential ID; empty in a request to create one.
  open private(set) var credentialID: Data
  /// The user handle, by which the relying party knows the account, 1 to 64 bytes.
  open private(set) var userHandle: Data
  /// The provider's identifier of its record.
  open private(set) var recordIdentifier: String?
  private let lockedRank = Mutex(0)

  /// Creates an identity from an archive or from the broker.
  package init(
    identifiedBy recordIdentifier: String?, relyingPartyIdentifier: String, userName: String, credentialID: Data, userHandle: Data
  ) {
    self.relyingPartyIdentifier = relyingPartyIdentifier
    self.userName = userName
    self.credentialID = credentialID
    self.userHandle = userHandle
    self.recordIdentifier = recordIdentifier
  }

  /// Creates the identity of a passkey.
  public convenience init(
    relyingPartyIdentifier: String, userName: String, credentialID: Data, userHandle: Data, recordIdentifier: String? = nil
  ) {
    self.init(
      identifiedBy: recordIdentifier, relyingPartyIdentifier: relyingPartyIdentifier, userName: userName, credentialID: credentialID,
      userHandle: userHandle)
  }

  /// Reads an archived identity; nil if a part is missing.
  public required init?(coder: NSCoder) {
    guard let relyingParty = coder.archivedString(forKey: "relyingPartyIdentifier"),
      let userName = coder.archivedString(forKey: "userName"),
      let credentialID = coder.archivedData(forKey: "credentialID"),
      let userHandle = coder.archivedData(forKey: "userHandle")
    else { return nil }
    self.relyingPartyIdentifier = relyingParty
    self.userName = userName
    self.credentialID = credentialID
    self.userHandle = userHandle
    self.recordIdentifier = coder.archivedString(forKey: "recordIdentifier")
    super.init()
    self.rank = coder.decodeInteger(forKey: "rank")
  }

  /// The relying party, as a domain.
  open var serviceIdentifier: ASCredentialServiceIdentifier {
    ASCredentialServiceIdentifier(identifier: relyingPartyIdentifier, type: .domain)
  }

  /// The account's name.
  open var user: String { userName }

  /// The priority among identities of the same service; the largest comes first.
  open var rank: Int {
    get { lockedRank.withLock { $0 } }
    set { lockedRank.withLock { $0 = newValue } }
  }

  /// True: archives contain only strings, bytes and numbers.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the identity to an archive.
  open func encode(with coder: NSCoder) {
    coder.archive(relyingPartyIdentifier, forKey: "relyingPartyIdentifier")
    coder.archive(userName, forKey: "userName")
    coder.archive(credentialID, forKey: "credentialID")
    coder.archive(userHandle, forKey: "userHandle")
    coder.archive(recordIdentifier, forKey: "recordIdentifier")
    coder.encode(rank, forKey: "rank")
  }

  /// Returns an independent identity whose rank can be changed separately.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = ASPasskeyCredentialIdentity(
      relyingPartyIdentifier: relyingPartyIdentifier, userName: userName, credentialID: credentialID, userHandle: userHandle,
      recordIdentifier: recordIdentifier)
    copy.rank = rank
    return copy
  }

  /// Compares everything except the rank.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? ASPasskeyCredentialIdentity else { return false }
    return relyingPartyIdentifier == other.relyingPartyIdentifier && userName == other.userName && credentialID == other.credentialID
      && userHandle == other.userHandle && recordIdentifier == other.recordIdentifier
  }

  /// A hash value that is consistent with ``isEqual(_:)``.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(relyingPartyIdentifier)
    hasher.combine(credentialID)
    hasher.combine(userHandle)
    return hasher.finalize()
  }
}
