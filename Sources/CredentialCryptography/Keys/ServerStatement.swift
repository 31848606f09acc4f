// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a member signs towards a sync server: for that server alone, named by its origin, and for one challenge (design: section 3.12).
package struct ServerStatement: Hashable, Sendable {
  /// What the member wants; a signature for one passes for no other.
  package enum Purpose: Hashable, Sendable {
    /// A session.
    case login
    /// The end of the account.
    case closeAccount
    /// The account at a place that does not have it yet, from a commit on (docs/formats/sync.md, "Another place").
    case carryAccount

    fileprivate var label: [UInt8] {
      switch self {
      case .login: Array("passfold/login/v1".utf8)
      case .closeAccount: Array("passfold/close-account/v1".utf8)
      case .carryAccount: Array("passfold/carry-account/v1".utf8)
      }
    }
  }

  /// The length of a challenge.
  package static let challengeByteCount = 32

  private let purpose: Purpose
  private let origin: String
  private let account: AccountIdentifier
  private let member: DeviceIdentifier
  private let challenge: [UInt8]
  private let milliseconds: UInt64

  /// Puts a statement together.
  /// - Parameters:
  ///   - origin: The server's, as the member reached it, such as `https://sync.example`.
  ///   - challenge: The 32 bytes that the server gave.
  ///   - milliseconds: The time that the server gave with them, since 1970.
  package init(
    _ purpose: Purpose, origin: String, account: AccountIdentifier, member: DeviceIdentifier, challenge: [UInt8], milliseconds: UInt64
  ) {
    self.purpose = purpose
    self.origin = origin
    self.account = account
    self.member = member
    self.challenge = challenge
    self.milliseconds = milliseconds
  }

  /// Says that an account goes on from a commit wherever it is carried. Commit, end of the log and number stand for challenge and time; no place is
  /// named, since the copies of a folder have different ones.
  /// - Parameters:
  ///   - number: The number of the last commit that the member has seen.
  ///   - hash: That commit's hash (32 bytes).
  ///   - log: The hash of the log's last entry (32 bytes).
  package static func carrying(
    _ account: AccountIdentifier, by member: DeviceIdentifier, from number: UInt64, _ hash: [UInt8], log: [UInt8]
  ) -> ServerStatement {
    ServerStatement(.carryAccount, origin: "", account: account, member: member, challenge: hash + log, milliseconds: number)
  }

  /// The signed bytes. All behind the origin has one length, so no two statements give the same.
  fileprivate var bytes: [UInt8] {
    purpose.label + Array(origin.utf8) + account.bytes + member.bytes + challenge + milliseconds.bigEndianBytes
  }
}

extension MemberKeys {
  /// Signs a statement with Ed25519 (RFC 8032).
  /// - Throws: `libraryFailure`.
  package func sign(_ statement: ServerStatement) throws(CredentialCryptographyError) -> [UInt8] { try sign(statement.bytes) }
}

/// The half of a member's public keys that its signatures are checked with, which is all that a server needs of them.
package struct MemberSigningKey: Hashable, Sendable {
  /// The Ed25519 public key (32 bytes).
  package let bytes: [UInt8]

  private var keys: MemberPublicKeys { MemberPublicKeys(signing: bytes, keyAgreement: []) }

  /// Takes exactly 32 bytes, else nil.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == MemberPublicKeys.signingByteCount else { return nil }
    self.bytes = bytes
  }

  /// Whether the member signed the statement.
  package func isSignature(_ signature: [UInt8], under statement: ServerStatement) -> Bool {
    keys.isSignature(signature, over: statement.bytes)
  }

  /// Whether the member signed the commit with that hash.
  package func isCommitSignature(_ signature: [UInt8], hash: [UInt8]) -> Bool { keys.isCommitSignature(signature, hash: hash) }
}

extension MembershipLog {
  /// A member at the end of the log, as far as its signatures go.
  package struct Signer: Hashable, Sendable {
    /// The device, or the recovery key.
    package let member: DeviceIdentifier
    /// What its signatures are checked with.
    package let signingKey: [UInt8]
    /// Whether it is a device; the recovery key makes no commits.
    package let isDevice: Bool
  }

  /// All members at the end of the log, the recovery key among them.
  package var signers: [Signer] { members.signers }
}

extension AccountMembers {
  var signers: [MembershipLog.Signer] {
    devices.map { MembershipLog.Signer(member: $0.key, signingKey: $0.value.signing, isDevice: true) } + [
      MembershipLog.Signer(member: recoveryMember, signingKey: recovery.signing, isDevice: false)
    ]
  }
}
