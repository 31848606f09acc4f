// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
package import CredentialCryptography
package import CredentialVault
import SecretMemory
package import SyncModel

/// Joining an account on a computer that has no vault yet, by an invitation or with the printed recovery key.
package struct AccountJoining: Sendable {
  let way: SyncWay
  let makeGenerator: @Sendable () -> any RandomNumberGenerator

  /// Creates a joining over an exchange.
  package init(
    exchange: SyncExchange, pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    makeGenerator: @escaping @Sendable () -> any RandomNumberGenerator = { SystemRandomNumberGenerator() }
  ) {
    way = SyncWay(exchange: exchange, pause: pause)
    self.makeGenerator = makeGenerator
  }

  /// Everything a computer needs to create its vault: its identity in the account, and the data for verifying everything served to it.
  package struct Joined: Sendable {
    /// The account's log, including this device.
    package let log: MembershipLog
    /// This device with its keys.
    package let device: LogAuthor
    /// The head that the served chain must contain; nil if nobody vouched for one.
    package let head: EnrolmentHead?
    /// The commit of that head; nil if there was none, or nobody vouched for one.
    package var promised: CommitPosition? {
      head.flatMap { $0.number > 0 ? CommitPosition(number: $0.number, hash: $0.hash) : nil }
    }

    /// Creates a value, for a device whose keys are available.
    package init(log: MembershipLog, device: LogAuthor, head: EnrolmentHead?) {
      self.log = log
      self.device = device
      self.head = head
    }
  }

  /// Joins by an invitation shown by another device (docs/formats/enrolment.md).
  ///
  /// - Parameters:
  ///   - name: This computer's name.
  ///   - prepare: Prepares for storing this device, before the account can have it, and returns the function that stores it.
  ///   - show: Shows the six digits, which the user types on the other device.
  /// - Throws: `enrolmentFailed`, `canceled`, `unreachable` and the like.
  package func join(
    by code: EnrolmentCode, named name: String,
    keeping prepare: @Sendable (LogAuthor) async throws -> @Sendable (JoiningUnderWay) throws -> Void = { _ in { _ in } },
    show: @Sendable (String) async -> Void
  ) async throws(VaultSyncError) -> Joined {
    let mailbox = Mailbox(way: way, name: code.mailbox)
    // The slot that the other device waits for; nil before it has offered anything, and once this device has signed.
    var awaited: Int?
    do {
      var generator = makeGenerator()
      let device = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
      let invited = EnrolmentNewcomer.Invited(code, as: device.member, with: device.keys, named: name)
      let opening = try await mailbox.take(0)
      awaited = 1
      let committed = try invited.receive(opening, using: &generator)
      try await mailbox.put(committed.message)
      awaited = 3
      let challenge = try await mailbox.take(2, after: committed.message)
      let revealed = try committed.receive(challenge, using: &generator)
      let keep = try await prepare(device)
      try await mailbox.put(revealed.message)
      awaited = 5
      await show(revealed.digits)
      let draft = try await mailbox.take(4, after: revealed.message)
      let consenting = try revealed.receive(draft, using: &generator)
      // The account may have this device from the next message on, and nobody else has its keys.
      var joining = JoiningUnderWay(
        place: way.exchange.place, account: consenting.account, device: device, log: consenting.entry, head: .beginning)
      try keep(joining)
      awaited = nil
      let signature = consenting.message
      try await mailbox.put(signature)
      let admission = try consenting.receive(try await mailbox.take(6, after: signature))
      joining.log = admission.log
      joining.head = CommitPosition(number: admission.head.number, hash: admission.head.hash)
      try keep(joining)
      let log = try await log(for: joining)
      try admission.requireKept(by: log)
      return Joined(log: log, device: device, head: admission.head)
    } catch {
      // The other device need not wait for a message that will never come.
      if let awaited { await mailbox.withdraw(awaited) }
      if let error = error as? CredentialCryptographyError { throw VaultSyncError(.enrolmentFailed, detail: error.code.description) }
      throw VaultSyncError(error)
    }
  }

  /// Continues a joining that was interrupted once the account may have had this device.
  /// - Throws: `loginRefused` if the account does not have this device; `enrolmentFailed` for another log; `unreachable` and the
  ///   like.
  package func resume(_ joining: JoiningUnderWay) async throws(VaultSyncError) -> Joined {
    do {
      let device = joining.device
      // The user repeats it, or begins again: the other device may have stopped before the account had this one.
      let log = try await log(for: joining, looks: Mailbox.patientLooks)
      guard log.position(joining.log.sequence) == joining.log, log.isActive(device.member, with: device.keys) else {
        throw VaultSyncError(.enrolmentFailed, detail: "logInvalid")
      }
      return Joined(log: log, device: device, head: EnrolmentHead(number: joining.head.number, hash: joining.head.hash, root: nil))
    } catch {
      throw VaultSyncError(error)
    }
  }

  /// Returns the log of the account that admitted this device. In a folder, it waits for the promised end: the files there may arrive
  /// later than the other device's message, and in any order.
  /// - Throws: `enrolmentFailed` with the detail `notArrived` if they do not arrive within the time limit.
  private func log(for joining: JoiningUnderWay, looks: Int = Mailbox.mostLooks) async throws -> MembershipLog {
    let device = joining.device
    for _ in 0..<looks {
      do {
        let token = try await way.login(as: device.member, account: joining.account) { try device.keys.sign($0) }.token
        let log = try await log(of: joining.account, token: token)
        if !way.exchange.isFolder || UInt64(log.entries.count) > joining.log.sequence { return log }
      } catch let error as VaultSyncError where way.exchange.isFolder && error.code == .loginRefused {
        // The entry with this device has not arrived yet.
      }
      try await way.pause(Mailbox.lookInterval)
    }
    throw VaultSyncError(.enrolmentFailed, detail: "notArrived")
  }

  func log(of account: AccountIdentifier, token: SharedSecret) async throws -> MembershipLog {
    var log: MembershipLog?
    while true {
      let answer = try await way.send(SyncRequest("GET", "/v1/log?from=\(log?.entries.count ?? 0)", token: token))
      guard answer.status == 200 else { throw try SyncWay.refusal(answer) }
      let page = try SyncAnswer(answer.body, keys: 1...2)
      let more = try page.byteStrings(1).map { try MembershipLogEntry(decoding: $0) }
      guard !more.isEmpty else { throw VaultSyncError(.answerMalformed) }
      // Each page is verified when it arrives, so that only a member can keep this loop running.
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
