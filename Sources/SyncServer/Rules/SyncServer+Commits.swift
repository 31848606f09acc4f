// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SyncModel
import SyncServerStore

extension SyncServer {
  /// Accepts a commit with its envelopes, `{1: commit, 2: [[wrap, body]]}`, all or nothing: `{1: [number, hash], 2: cursor}`.
  ///
  /// The envelopes are in the order of the commit's items. A repeat gets the first reply.
  /// - Throws: `rateLimited`, `tooLarge`, `malformed`, `unsupportedVersion`, `mismatch`, `notAllowed`, `staleParent` with the head,
  ///   `staleEpoch` with the log, `outOfOrder`, `quotaExceeded`, `accountClosed`, `unavailable`.
  package func push(_ body: some SentBody, by caller: Caller) async throws(SyncServerError) -> Answer {
    let now = environment.now()
    try rates.admit(.push, of: caller.account.bytes, configuration.pushRate, at: now)
    let message = try await Message(body, keys: 1...2, longest: ServerConfiguration.longestPush)
    let bytes = try read { try message.fields.bytes(1) }
    let commit = try read { try Commit(decoding: bytes) }
    let header = commit.header
    // 1. It is the caller's own commit.
    guard header.account == caller.account else { throw SyncServerError(.mismatch) }
    guard header.device == caller.member else { throw SyncServerError(.notAllowed) }
    // 2. The caller signed it. No client has a format below the floor.
    guard caller.signer.isDevice else { throw SyncServerError(.notAllowed) }
    guard MemberSigningKey(caller.signer.signingKey)?.isCommitSignature(commit.signedHeader.signature, hash: commit.position.hash) == true,
      header.highestFormat > 0
    else { throw SyncServerError(.mismatch) }
    // 3. The envelopes are those named by the items, and of the epoch named by the commit.
    let records = try read { try Self.records(message, of: commit) }
    // 4. The rest depends on the state of the account.
    let push = CommitPush(
      account: header.account, device: header.device, deviceSequence: header.deviceSequence,
      position: StoredPosition(number: header.number, hash: commit.position.hash), parent: header.parent,
      // The store counts from 1. An entry with the maximum number is in no log.
      logCount: header.log.sequence == .max ? 0 : header.log.sequence + 1, logHead: header.log.hash, epoch: header.epoch,
      isCheckpoint: header.checkpoint != nil, forgetsThrough: header.forgetsThrough, header: commit.signedHeader.encoded, whole: bytes,
      records: records,
      byteLimit: configuration.byteLimit, recordLimit: configuration.recordLimit)
    switch try await stored({ try await store.push(push, at: now) }) {
    case .accepted(let sequence, _):
      // Announce a repeat, too: the server that accepted the first may have ended before it announced it.
      announce(caller.account)
      return Answer([1: commit.position.value, 2: .bytes(Cursor(sequence: sequence).bytes)])
    case .staleParent(let head): throw SyncServerError(.staleParent, head: CommitPosition(number: head.number, hash: head.hash))
    case .staleLog:
      throw SyncServerError(.staleEpoch, entries: try await entries(from: push.logCount, of: caller))
    case .notMember: throw SyncServerError(.notAllowed)
    case .outOfOrder: throw SyncServerError(.outOfOrder)
    case .quotaExceeded: throw SyncServerError(.quotaExceeded)
    case .closed: throw SyncServerError(.accountClosed)
    }
  }

  private static func records(_ message: Message, of commit: Commit) throws -> [StoredRecord] {
    let elements = try message.fields.array(2)
    guard elements.count == commit.items.count else { throw SyncServerError(.mismatch) }
    return try zip(commit.items, elements).map { item, element in
      guard let parts = element.arrayValue, parts.count == 2, let wrap = parts[0].bytesValue, let body = parts[1].bytesValue else {
        throw SyncServerError(.malformed)
      }
      // Lengths and size classes are part of an envelope's form, at most 64 KiB.
      let envelope = try RecordEnvelope(body: body, wrap: wrap)
      guard CommitItem(envelope) == item, envelope.facts.account == commit.header.account, envelope.epoch == commit.header.epoch else {
        throw SyncServerError(.mismatch)
      }
      return StoredRecord(
        record: item.record, revision: item.revision, purpose: item.purpose.rawValue, bodyHash: item.bodyHash, wrap: wrap, body: body)
    }
  }

  /// Replaces wraps after a rotation, `{1: epoch, 2: [[record, version, wrap]]}`: `{1: number of wraps replaced}`.
  ///
  /// A version that is no longer the newest, or already has a wrap of this epoch, stays as it is.
  /// - Throws: `rateLimited`, `malformed`, `tooLarge`, `mismatch`, `notAllowed`, `staleEpoch`, `accountClosed`, `unavailable`.
  package func rewrap(_ body: some SentBody, by caller: Caller) async throws(SyncServerError) -> Answer {
    try rates.admit(.push, of: caller.account.bytes, configuration.pushRate, at: environment.now())
    let message = try await Message(body, keys: 1...2, longest: ServerConfiguration.longestBody)
    let (epoch, rewraps) = try read { try Self.rewraps(message) }
    guard caller.signer.isDevice else { throw SyncServerError(.notAllowed) }
    guard let count = try await stored({ try await store.rewrap(rewraps, of: caller.account, epoch: epoch) }) else {
      let account = try await presentAccount(of: caller)
      throw SyncServerError(account.erasure == nil ? .staleEpoch : .accountClosed)
    }
    return Answer([1: .unsigned(UInt64(count))])
  }

  private static func rewraps(_ message: Message) throws -> (epoch: UInt32, rewraps: [Rewrap]) {
    let epoch: UInt32 = try message.fields.integer(1)
    let elements = try message.fields.array(2)
    guard elements.count <= ServerConfiguration.mostPerMessage else { throw SyncServerError(.tooLarge) }
    let rewraps = try elements.map { element in
      guard let parts = element.arrayValue, parts.count == 3, let record = parts[0].bytesValue.flatMap({ RecordName($0) }),
        case .unsigned(let revision) = parts[1], let wrap = parts[2].bytesValue, wrap.count == RecordEnvelope.wrapByteCount
      else { throw SyncServerError(.malformed) }
      guard wrap.prefix(4).reduce(0, { $0 << 8 | UInt32($1) }) == epoch else { throw SyncServerError(.mismatch) }
      return Rewrap(record: record, revision: revision, wrap: wrap)
    }
    return (epoch, rewraps)
  }
}
