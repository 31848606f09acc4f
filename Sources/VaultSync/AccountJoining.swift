// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
package import CredentialCryptography
import CredentialVault
import SecretMemory
import SyncModel

/// The side of a computer that has no vault yet: it joins an account by an invitation, or with the printed recovery key.
package struct AccountJoining: Sendable {
  let way: SyncWay
  let makeGenerator: @Sendable () -> any RandomNumberGenerator

  /// Joins over one way.
  package init(
    exchange: SyncExchange, pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    makeGenerator: @escaping @Sendable () -> any RandomNumberGenerator = { SystemRandomNumberGenerator() }
  ) {
    way = SyncWay(exchange: exchange, pause: pause)
    self.makeGenerator = makeGenerator
  }

  /// What a computer needs to make its vault: its place in the account, and what it holds against whatever it is served.
  package struct Joined: Sendable {
    /// The account's log, with this device in it.
    package let log: MembershipLog
    /// This device with its keys.
    package let device: LogAuthor
    /// What the chain that is served has to go through; nil where nobody vouched for any.
    package let head: EnrolmentHead?

    /// Puts it together, for a device whose keys are at hand.
    package init(log: MembershipLog, device: LogAuthor, head: EnrolmentHead?) {
      self.log = log
      self.device = device
      self.head = head
    }
  }

  /// Joins by an invitation that another device shows (docs/formats/enrolment.md).
  ///
  /// - Parameters:
  ///   - name: What this computer calls itself.
  ///   - show: Shows the six digits, which the person types into the other device.
  /// - Throws: `enrolmentFailed`, `canceled`, `unreachable` and the like.
  package func join(
    by code: EnrolmentCode, named name: String, show: @Sendable (String) async -> Void
  ) async throws(VaultSyncError) -> Joined {
    do {
      var generator = makeGenerator()
      let mailbox = Mailbox(way: way, name: code.mailbox)
      let device = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
      let invited = EnrolmentNewcomer.Invited(code, as: device.member, with: device.keys, named: name)
      let opening = try await mailbox.take(0)
      let committed = try invited.receive(opening, using: &generator)
      try await mailbox.put(committed.message)
      let challenge = try await mailbox.take(2)
      let revealed = try committed.receive(challenge, using: &generator)
      try await mailbox.put(revealed.message)
      await show(revealed.digits)
      let draft = try await mailbox.take(4)
      let consenting = try revealed.receive(draft, using: &generator)
      try await mailbox.put(consenting.message)
      let admission = try consenting.receive(try await mailbox.take(6))
      let log = try await log(of: admission.account, as: device.member) { try device.keys.sign($0) }
      try admission.requireKept(by: log)
      return Joined(log: log, device: device, head: admission.head)
    } catch let error as CredentialCryptographyError {
      throw VaultSyncError(.enrolmentFailed, detail: error.code.description)
    } catch {
      throw VaultSyncError(error)
    }
  }

  private func log(
    of account: AccountIdentifier, as member: DeviceIdentifier, sign: (ServerStatement) throws -> [UInt8]
  ) async throws -> MembershipLog {
    try await log(of: account, token: try await way.login(as: member, account: account, sign: sign))
  }

  func log(of account: AccountIdentifier, token: SharedSecret) async throws -> MembershipLog {
    var log: MembershipLog?
    while true {
      let answer = try await way.send(SyncRequest("GET", "/v1/log?from=\(log?.entries.count ?? 0)", token: token))
      guard answer.status == 200 else { throw try SyncWay.refusal(answer) }
      let page = try SyncAnswer(answer.body, keys: 1...2)
      let more = try page.byteStrings(1).map { try MembershipLogEntry(decoding: $0) }
      guard !more.isEmpty else { throw VaultSyncError(.answerMalformed) }
      // Each page is verified as it comes, so that nobody but a member makes this go on.
      let longer = try log?.following(more) ?? MembershipLog(verifying: more)
      guard longer.account == account else { throw VaultSyncError(.answerMalformed) }
      if UInt64(longer.entries.count) >= (try page.unsigned(2)) { return longer }
      log = longer
    }
  }

  func head(token: SharedSecret) async throws -> CommitPosition {
    let answer = try await way.send(SyncRequest("GET", "/v1/changes?limit=1", token: token))
    guard answer.status == 200 else { throw try SyncWay.refusal(answer) }
    return try ChangesPage(answer.body).head
  }
}

extension SyncClient {
  /// The first exchange of a device that has just joined: takes everything there is, and requires that it goes through what its sponsor vouched for.
  ///
  /// That is remembered until it has held, whatever comes in between.
  /// - Throws: As ``synchronise(_:)``.
  package func begin(_ joined: AccountJoining.Joined, _ progress: Progress? = nil) async throws(VaultSyncError) -> Outcome {
    try await turn {
      var replica = try begin()
      guard let head = joined.head, head.number > 0 else { return }
      try vault.store({ $0.promised = CommitPosition(number: head.number, hash: head.hash) }, in: &replica)
      self.replica = replica
    }
    return try await synchronise(progress)
  }
}
