// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A statement that a member signs for a sync server: valid only for that server, identified by its origin, and for one challenge (design:
/// section 3.12).
package struct ServerStatement: Hashable, Sendable {
  /// The member's request; a signature for one purpose is invalid for any other.
  package enum Purpose: Hashable, Sendable {
    /// A session.
    case login
    /// The end of the account.
    case closeAccount
    /// The transfer of the account to a place that does not have it yet, starting at a commit (docs/formats/sync.md, "Another place").
    case carryAccount

    fileprivate var label: [UInt8] {
      switch self {
      case .login: Array("passfold/login/v1".utf8)
      case .closeAccount: Array("passfold/close-account/v1".utf8)
      case .carryAccount: Array("passfold/carry-account/v1".utf8)
      }
    }
  }

  /// The length of a challenge in bytes.
  package static let challengeByteCount = 32

  private let purpose: Purpose
  private let origin: String
  private let account: AccountIdentifier
  private let member: DeviceIdentifier
  private let challenge: [UInt8]
  private let milliseconds: UInt64

  /// Creates a statement.
  /// - Parameters:
  ///   - origin: The server's origin, as the member reached it, such as `https://sync.example`.
  ///   - challenge: The 32 bytes from the server.
  ///   - milliseconds: The time that came with them, in milliseconds since 1970.
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

  /// Returns a statement that an account continues from a commit, wherever it is transferred. Commit, end of the log and number replace
  /// challenge and time. No place is named, since the copies of a folder have different paths.
  /// - Parameters:
  ///   - number: The number of the last commit that the member has seen.
  ///   - hash: That commit's hash (32 bytes).
  ///   - log: The hash of the log's last entry (32 bytes).
  package static func carrying(
    _ account: AccountIdentifier, by member: DeviceIdentifier, from number: UInt64, _ hash: [UInt8], log: [UInt8]
  ) -> ServerStatement {
    ServerStatement(.carryAccount, origin: "", account: account, member: member, challenge: hash + log, milliseconds: number)
  }

  /// The signed bytes. Everything after the origin has a fixed length, so no two statements have the same bytes.
  fileprivate var bytes: [UInt8] {
    purpose.label + Array(origin.utf8) + account.bytes + member.bytes + challenge + milliseconds.bigEndianBytes
  }
}

extension MemberKeys {
  /// Signs a statement with Ed25519 (RFC 8032).
  /// - Throws: `libraryFailure`.
  package func sign(_ statement: ServerStatement) throws(CredentialCryptographyError) -> [UInt8] { try sign(statement.bytes) }
}

/// The public key for verifying a member's signatures, which is all that a server needs.
package struct MemberSigningKey: Hashable, Sendable {
  /// The Ed25519 public key (32 bytes).
  package let bytes: [UInt8]

  private var keys: MemberPublicKeys { MemberPublicKeys(signing: bytes, keyAgreement: []) }

  /// Creates a key from exactly 32 bytes; nil for any other number.
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
  /// The signature key of a member at the end of the log.
  package struct Signer: Hashable, Sendable {
    /// The device, or the recovery key.
    package let member: DeviceIdentifier
    /// The key for verifying its signatures.
    package let signingKey: [UInt8]
    /// Whether it is a device; the recovery key makes no commits.
    package let isDevice: Bool
  }

  /// All members at the end of the log, including the recovery key.
  package var signers: [Signer] { members.signers }
}

extension AccountMembers {
  var signers: [MembershipLog.Signer] {
    devices.map { MembershipLog.Signer(member: $0.key, signingKey: $0.value.signing, isDevice: true) } + [
      MembershipLog.Signer(member: recoveryMember, signingKey: recovery.signing, isDevice: false)
    ]
  }
}
