// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import Synchronization

/// The identity of an account with a passkey.
// @unchecked: the rank is behind a mutex, everything else is set once; only `open` keeps the compiler from seeing it.
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
open class ASPasskeyCredentialIdentity: NSObject, ASCredentialIdentity, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The RP ID that the passkey is scoped to.
  open private(set) var relyingPartyIdentifier: String
  /// The account's name.
  open private(set) var userName: String
  /// The passkey's credential ID; empty in a request to make one.
  open private(set) var credentialID: Data
  /// What the relying party knows the account by, 1 to 64 bytes.
  open private(set) var userHandle: Data
  /// What the provider finds its record by.
  open private(set) var recordIdentifier: String?
  private let lockedRank = Mutex(0)

  /// Makes an identity whose parts came from an archive or the broker.
  package init(
    identifiedBy recordIdentifier: String?, relyingPartyIdentifier: String, userName: String, credentialID: Data, userHandle: Data
  ) {
    self.relyingPartyIdentifier = relyingPartyIdentifier
    self.userName = userName
    self.credentialID = credentialID
    self.userHandle = userHandle
    self.recordIdentifier = recordIdentifier
  }

  /// Describes a passkey.
  public convenience init(
    relyingPartyIdentifier: String, userName: String, credentialID: Data, userHandle: Data, recordIdentifier: String? = nil
  ) {
    self.init(
      identifiedBy: recordIdentifier, relyingPartyIdentifier: relyingPartyIdentifier, userName: userName, credentialID: credentialID,
      userHandle: userHandle)
  }

  /// Reads an archived identity; nil when a part is missing.
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

  /// The relying party as a domain.
  open var serviceIdentifier: ASCredentialServiceIdentifier {
    ASCredentialServiceIdentifier(identifier: relyingPartyIdentifier, type: .domain)
  }

  /// The account's name.
  open var user: String { userName }

  /// Among identities of one service the one with the larger rank comes first.
  open var rank: Int {
    get { lockedRank.withLock { $0 } }
    set { lockedRank.withLock { $0 = newValue } }
  }

  /// True: archives hold strings, bytes and numbers only.
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

  /// Returns an identity whose rank can be changed apart from this one's.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = ASPasskeyCredentialIdentity(
      relyingPartyIdentifier: relyingPartyIdentifier, userName: userName, credentialID: credentialID, userHandle: userHandle,
      recordIdentifier: recordIdentifier)
    copy.rank = rank
    return copy
  }

  /// Compares everything but the rank.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? ASPasskeyCredentialIdentity else { return false }
    return relyingPartyIdentifier == other.relyingPartyIdentifier && userName == other.userName && credentialID == other.credentialID
      && userHandle == other.userHandle && recordIdentifier == other.recordIdentifier
  }

  /// Fits ``isEqual(_:)``.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(relyingPartyIdentifier)
    hasher.combine(credentialID)
    hasher.combine(userHandle)
    return hasher.finalize()
  }
}
