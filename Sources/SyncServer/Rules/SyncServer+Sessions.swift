// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import Crypto
import FoundationEssentials
import SyncServerStore

extension SyncServer {
  private static let tokenByteCount = 32

  /// Answers `{1: account, 2: member}` from any client with `{1: challenge, 2: time}`. The reply does not reveal whether the account
  /// exists.
  /// - Throws: `rateLimited`, `malformed`.
  package func challenge(_ body: some SentBody, from network: String) async throws(SyncServerError) -> Answer {
    let now = environment.now()
    try rates.admit(.networkSession, of: Array(network.utf8), configuration.networkSessionRate, at: now)
    let message = try await Message(body, keys: 1...2, longest: ServerConfiguration.longestLogin)
    let (account, member) = try read {
      (try message.fields.identifier(1) as AccountIdentifier, try message.fields.identifier(2) as DeviceIdentifier)
    }
    let milliseconds = now.millisecondsSince1970
    let challenge = challenges.make(for: account, member, at: milliseconds, random: environment.randomBytes(16))
    return Answer([1: .bytes(challenge), 2: .unsigned(milliseconds)])
  }

  /// Answers `{1: account, 2: member, 3: challenge, 4: time, 5: signature}` with a session: `{1: token, 2: its end}`.
  ///
  /// An unknown account, an unknown member, a wrong signature and a used challenge are refused with the same reply, after the same work.
  /// - Throws: `rateLimited`, `malformed`, `loginRefused`, `unavailable`.
  package func login(_ body: some SentBody, from network: String) async throws(SyncServerError) -> Answer {
    let now = environment.now()
    try rates.admit(.networkSession, of: Array(network.utf8), configuration.networkSessionRate, at: now)
    let message = try await Message(body, keys: 1...5, longest: ServerConfiguration.longestLogin)
    let (account, member) = try read {
      (try message.fields.identifier(1) as AccountIdentifier, try message.fields.identifier(2) as DeviceIdentifier)
    }
    let proof = try read { try SignedChallenge(message, first: 3) }
    guard try await isSigned(proof, .login, account, member, now) != nil else { throw SyncServerError(.loginRefused) }
    // A client that knows a device's name but not its key must not use up the device's logins.
    try rates.admit(.deviceSession, of: account.bytes + member.bytes, configuration.deviceSessionRate, at: now)
    let token = environment.randomBytes(Self.tokenByteCount)
    let expiry = now.addingTimeInterval(configuration.sessionLife / .seconds(1))
    let session = StoredSession(
      tokenHash: Self.hash(ofToken: token), challenge: proof.challenge, account: account, member: member, expiry: expiry)
    guard try await stored({ try await store.begin(session) }) else { throw SyncServerError(.loginRefused) }
    return Answer([1: .bytes(token), 2: .unsigned(expiry.millisecondsSince1970)])
  }

  /// Returns the caller of a token. A removed member has no session from that moment on; on other servers of the database, within half a
  /// minute.
  /// - Throws: `sessionEnded`, `unavailable`.
  package func caller(token: [UInt8]) async throws(SyncServerError) -> Caller {
    let hash = Self.hash(ofToken: token)
    let now = environment.now()
    let (known, generation) = sessions.caller(tokenHash: hash, at: now)
    if let known { return known }
    guard let session = try await stored({ try await store.session(tokenHash: hash, at: now) }) else {
      throw SyncServerError(.sessionEnded)
    }
    let caller = Caller(account: session.account, signer: session.member)
    sessions.keep(caller, tokenHash: hash, until: session.expiry, at: now, generation: generation)
    return caller
  }

  /// Closes the account by a device's `{1: challenge, 2: time, 3: signature}`, and answers with the time of its erasure, and
  /// whether it was closed before: `{1: time, 2: boolean}`.
  /// - Throws: `rateLimited`, `malformed`, `notAllowed`, `loginRefused`, `unavailable`.
  package func closeAccount(_ body: some SentBody, by caller: Caller) async throws(SyncServerError) -> Answer {
    let now = environment.now()
    try rates.admit(.push, of: caller.account.bytes, configuration.pushRate, at: now)
    let message = try await Message(body, keys: 1...3, longest: ServerConfiguration.longestLogin)
    let proof = try read { try SignedChallenge(message, first: 1) }
    guard let member = try await isSigned(proof, .closeAccount, caller.account, caller.member, now) else {
      throw SyncServerError(.loginRefused)
    }
    guard member.isDevice else { throw SyncServerError(.notAllowed) }
    let erasure = now.addingTimeInterval(configuration.closedLife / .seconds(1))
    guard let closing = try await stored({ try await store.close(caller.account, erasedAt: erasure) }) else {
      throw SyncServerError(.accountClosed)
    }
    announce(caller.account)
    return Answer([1: .unsigned(closing.erasure.millisecondsSince1970), 2: .boolean(closing.isRepeat)])
  }

  private struct SignedChallenge {
    let challenge: [UInt8]
    let milliseconds: UInt64
    let signature: [UInt8]

    init(_ message: Message, first: UInt64) throws {
      challenge = try message.fields.bytes(first, count: ServerStatement.challengeByteCount)
      milliseconds = try message.fields.unsigned(first + 1)
      signature = try message.fields.bytes(first + 2, count: MemberPublicKeys.signatureByteCount)
    }
  }

  /// Returns the member that signed; nil if anything is wrong.
  private func isSigned(
    _ proof: SignedChallenge, _ purpose: ServerStatement.Purpose, _ account: AccountIdentifier, _ member: DeviceIdentifier, _ now: Date
  ) async throws(SyncServerError) -> StoredMember? {
    let found = try await stored { try await store.member(member, of: account) }
    let statement = ServerStatement(
      purpose, origin: configuration.origin, account: account, member: member, challenge: proof.challenge,
      milliseconds: proof.milliseconds)
    // An unknown member's signature is verified with the base point, so that the reply takes as long.
    let key = MemberSigningKey(found?.signingKey ?? [0x58] + [UInt8](repeating: 0x66, count: 31))
    let isSignature = key?.isSignature(proof.signature, under: statement) == true
    let isFresh = challenges.accept(
      proof.challenge, for: account, member, at: proof.milliseconds, now: now.millisecondsSince1970)
    return isSignature && isFresh ? found : nil
  }

  static func hash(ofToken token: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: token)) }
}

extension Date {
  /// Whole milliseconds, as times are sent; 0 for times before 1970.
  var millisecondsSince1970: UInt64 { UInt64(max(0, (timeIntervalSince1970 * 1000).rounded())) }
}
