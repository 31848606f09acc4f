// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import FoundationEssentials
import SyncModel
package import SyncServerStore

extension SyncServer {
  /// Creates an account from `{1: account, 2: [genesis entry, first epoch's entry], 3: invite}`; a repeat gets the same reply: `{1:
  /// cursor}`.
  ///
  /// The invite is optional if anyone may create accounts, and is then ignored.
  /// - Throws: `rateLimited`, `malformed`, `unsupportedVersion`, `logInvalid`, `mismatch` if the name is not the genesis entry's,
  ///   `accountExists`, `notInvited`, `unavailable`.
  package func foundAccount(_ body: some SentBody, from network: String) async throws(SyncServerError) -> Answer {
    let now = environment.now()
    try rates.admit(.account, of: Array(network.utf8), configuration.accountRate, at: now)
    let message = try await Message(body, keys: 1...3, optional: [3], longest: ServerConfiguration.longestFounding)
    let (account, bodies, invite) = try read {
      (
        try message.fields.identifier(1) as AccountIdentifier, try message.byteStrings(2, most: 2),
        message.fields.has(3) ? try message.fields.bytes(3, count: Self.inviteByteCount) : nil
      )
    }
    let log = try read { try MembershipLog(verifying: bodies.map { try MembershipLogEntry(decoding: $0) }) }
    guard log.entries.count == 2, log.account == account else { throw SyncServerError(.mismatch) }
    let founding = AccountFounding(
      account: account, entries: zip(log.entries, bodies).map { StoredLogEntry(hash: $0.hash, body: $1) },
      members: Self.stored(log.signers),
      epoch: log.epoch,
      // Without an invite, the lookup uses the hash of no bytes, which no invite has.
      admission: configuration.isByInvite ? .invite(tokenHash: Self.hash(ofToken: invite ?? [])) : .open)
    switch try await stored({ try await store.found(founding, at: now) }) {
    case .founded(let account): return Answer([1: .bytes(Cursor(sequence: account.sequence).bytes)])
    case .exists(let present):
      let first = try await stored { try await store.log(of: account, from: 0, most: 2) }
      guard first == bodies else { throw SyncServerError(.accountExists) }
      return Answer([1: .bytes(Cursor(sequence: present.sequence).bytes)])
    case .notInvited: throw SyncServerError(.notInvited)
    }
  }

  /// Continues an account from elsewhere, by `{1: account, 2: [entry], 3: [number, hash], 4: [number, hash], 5: member, 6: signature, 7:
  /// invite}`: its complete log, the commit from which it continues, the head that the device believes to be here, and a device's signature
  /// of both account and commit. A repeat gets the same reply: `{1: cursor}`.
  /// - Throws: `rateLimited`, `malformed`, `unsupportedVersion`, `logInvalid`, `mismatch`, `notAllowed` for a signer that is not a device
  ///   at the end of the log, `staleLog` if the log here is not part of it, `staleParent` with the head, `quotaExceeded`, `notInvited`,
  ///   `accountClosed`, `unavailable`.
  package func carryAccount(_ body: some SentBody, from network: String) async throws(SyncServerError) -> Answer {
    let now = environment.now()
    try rates.admit(.account, of: Array(network.utf8), configuration.accountRate, at: now)
    let message = try await Message(body, keys: 1...7, optional: [7], longest: ServerConfiguration.longestPush)
    let carried = try read { try CarriedAccount(message, most: Int(clamping: configuration.logLimit)) }
    let log = try read { try MembershipLog(verifying: carried.bodies.map { try MembershipLogEntry(decoding: $0) }) }
    guard log.account == carried.account, log.entries.count >= 2 else { throw SyncServerError(.mismatch) }
    guard !log.isClosed else { throw SyncServerError(.accountClosed) }
    guard log.devices.count <= configuration.deviceLimit else { throw SyncServerError(.quotaExceeded) }
    guard let signer = log.signers.first(where: { $0.member == carried.member && $0.isDevice }) else { throw SyncServerError(.notAllowed) }
    let statement = ServerStatement.carrying(
      log.account, by: carried.member, from: carried.base.number, carried.base.hash, log: log.head.hash)
    guard MemberSigningKey(signer.signingKey)?.isSignature(carried.signature, under: statement) == true else {
      throw SyncServerError(.mismatch)
    }
    let founding = AccountFounding(
      account: log.account, entries: zip(log.entries, carried.bodies).map { StoredLogEntry(hash: $0.hash, body: $1) },
      members: Self.stored(log.signers), epoch: log.epoch,
      admission: configuration.isByInvite ? .invite(tokenHash: Self.hash(ofToken: carried.invite ?? [])) : .open)
    let carrying = AccountCarrying(
      founding: founding, base: carried.base, seen: carried.seen, byteLimit: configuration.byteLimit)
    switch try await stored({ try await store.carry(carrying, at: now) }) {
    case .carried(let sequence):
      logs.keep(MembershipLogEnd(of: log))
      sessions.forget(log.account)
      announce(log.account)
      return Answer([1: .bytes(Cursor(sequence: sequence).bytes)])
    case .staleLog: throw SyncServerError(.staleLog)
    case .staleHead(let head): throw SyncServerError(.staleParent, head: CommitPosition(number: head.number, hash: head.hash))
    case .notInvited: throw SyncServerError(.notInvited)
    case .quotaExceeded: throw SyncServerError(.quotaExceeded)
    case .closed: throw SyncServerError(.accountClosed)
    }
  }

  private struct CarriedAccount {
    let account: AccountIdentifier
    let bodies: [[UInt8]]
    let base: StoredPosition
    let seen: StoredPosition
    let member: DeviceIdentifier
    let signature: [UInt8]
    let invite: [UInt8]?

    init(_ message: Message, most: Int) throws {
      account = try message.fields.identifier(1)
      bodies = try message.byteStrings(2, most: most)
      base = try Self.position(message, 3)
      seen = try Self.position(message, 4)
      member = try message.fields.identifier(5)
      signature = try message.fields.bytes(6, count: MemberPublicKeys.signatureByteCount)
      invite = message.fields.has(7) ? try message.fields.bytes(7, count: inviteByteCount) : nil
    }

    /// Zeroes mean before the first commit, and nothing else has the number 0.
    private static func position(_ message: Message, _ key: UInt64) throws -> StoredPosition {
      let parts = try message.fields.array(key)
      guard parts.count == 2, case .unsigned(let number) = parts[0], let hash = parts[1].bytesValue,
        hash.count == CommitPosition.hashByteCount, number < UInt64(Int64.max),
        (number == 0) == (hash == StoredPosition.beginning.hash)
      else { throw SyncServerError(.malformed) }
      return StoredPosition(number: number, hash: hash)
    }
  }

  private static let inviteByteCount = 16

  /// Creates an invite for one account, and stores its hash.
  /// - Throws: `unavailable`.
  /// - Returns: The invite: 16 bytes.
  package static func makeInvite(
    in store: some SyncStore, lasting life: Duration, environment: ServerEnvironment
  ) async throws(SyncServerError) -> [UInt8] {
    let invite = environment.randomBytes(inviteByteCount)
    do {
      try await store.invite(tokenHash: hash(ofToken: invite), until: environment.now().addingTimeInterval(life / .seconds(1)))
    } catch {
      throw SyncServerError(error)
    }
    return invite
  }

  static func stored(_ signers: [MembershipLog.Signer]) -> [StoredMember] {
    signers.map { StoredMember(member: $0.member, signingKey: $0.signingKey, isDevice: $0.isDevice) }
  }
}
