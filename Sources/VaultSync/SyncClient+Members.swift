// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
package import CredentialCryptography
import CredentialVault
import SyncModel

/// The account at the other side, and its members. A log entry counts once the other side has placed it after the last one.
extension SyncClient {
  private static let foundingEntryCount = 2
  /// The maximum wait when creating an account. A server allows only a few new accounts per hour, which is longer than a user waits without
  /// a message.
  static let foundingPatience = Duration.seconds(5)
  /// A server's code for data that it does not know.
  private static let unknownThere = "unsupported_version"

  /// Makes the vault a replica of its account at the other side, creating the account there if needed. Sends no records yet.
  ///
  /// A vault that was synchronised before has a log whose entries name commits, and the chain of these commits was forgotten when it
  /// stopped. If the other side lacks such entries, this device sends the complete log, and the account continues there from the served
  /// head.
  /// - Parameters:
  ///   - invitation: The invite for a new account, if the other side requires one.
  ///   - isSeparate: Whether the user said that the account is to be next to another one in a folder.
  /// - Throws: `placeForked` if the other side has another log of the account, `otherAccountThere` if a folder has another account,
  ///   `refused` if it accepts no new accounts, `vault`, `unreachable` and the like. The vault is then unchanged.
  package func found(invitation: String? = nil, isSeparate: Bool = false) async throws(VaultSyncError) {
    try await turn {
      if try present() != nil { return }
      var replica = try vault.beginReplica(at: way.exchange.place)
      do {
        if !isSeparate { try await requireNoOtherAccount(than: replica.log.account) }
        if replica.log.entries.contains(where: { $0.commitHeadSeen != nil }) {
          self.replica = replica
          if let head = try await headWhereLogIsBehind(replica) { return try await bringLog(to: head, invitation, &replica) }
        }
        let entries = replica.log.entries.map(\.encoded)
        var founding: [CBORMap.Entry] = [
          .init(key: 1, value: .bytes(replica.log.account.bytes)),
          .init(key: 2, value: .array(entries.prefix(Self.foundingEntryCount).map(CBORValue.bytes))),
        ]
        if let invitation {
          guard let invite = AccountIdentifier(text: invitation) else { throw VaultSyncError(.refused, detail: "not_invited") }
          founding.append(.init(key: 3, value: .bytes(invite.bytes)))
        }
        let request = SyncRequest("POST", "/v1/accounts", body: SyncWay.encode(CBORMap(founding) ?? CBORMap()))
        let answer = try await way.send(request, patience: Self.foundingPatience)
        guard answer.status == 200 else { throw try SyncWay.refusal(answer) }
        self.replica = replica
        for entry in entries.dropFirst(Self.foundingEntryCount) {
          let answer = try await ask("POST", "/v1/log", [1: .bytes(entry)])
          // A repeated call finds its entries there, and gets status 409.
          guard answer.status == 200 || answer.status == 409 else { throw try SyncWay.refusal(answer) }
        }
        try await readLog(&replica)
        self.replica = replica
      } catch {
        self.replica = nil
        try vault.endReplica()
        // The error describes that place; the vault has no account there that could be stopped.
        if let verdict = error as? SyncModelError { throw VaultSyncError(.placeForked, detail: verdict.code.description) }
        throw error
      }
    }
  }

  /// Requires a folder to have no other account, unless it has this one as well. People who want one account on two devices may found two
  /// by mistake. A server tells nobody which accounts it has.
  /// - Throws: `otherAccountThere`.
  func requireNoOtherAccount(than account: AccountIdentifier) async throws {
    guard isOfFolder else { return }
    let answer = try await way.send(SyncRequest("GET", "/v1/accounts"))
    guard answer.status == 200 else { throw try SyncWay.refusal(answer) }
    let accounts = try SyncAnswer(answer.body, keys: 1...1).byteStrings(1)
    guard accounts.isEmpty || accounts.contains(account.bytes) else { throw VaultSyncError(.otherAccountThere) }
  }

  /// Stops synchronising the vault; nothing changes at the other side.
  /// - Throws: `vault`.
  package func leave() async throws(VaultSyncError) {
    try await turn {
      forget()
      try vault.endReplica()
    }
  }

  /// Removes a device from the account, so that it can open nothing written from now on. Every record's key is wrapped again.
  /// - Throws: `noSuchDevice`, `ownDevice`, and as ``synchronise(_:)``.
  package func remove(_ device: DeviceIdentifier) async throws(VaultSyncError) {
    try await turn {
      var replica = try begin()
      guard device != replica.device else { throw VaultSyncError(.ownDevice) }
      try await append(to: &replica) { replica in
        guard replica.log.devices.contains(device) else { throw VaultSyncError(.noSuchDevice) }
        return try vault.rotating(removing: [device], in: replica)
      }
    }
    _ = try await synchronise()
  }

  /// Renames a device for all devices. Sends nothing if it already has that name.
  /// - Parameter name: At most ``DeviceName/mostBytes`` bytes; the rest is cut off.
  /// - Throws: `noSuchDevice`, `deviceNameTaken`, and as ``synchronise(_:)``.
  package func rename(_ device: DeviceIdentifier, to name: String) async throws(VaultSyncError) {
    try await turn {
      var replica = try begin()
      guard try vault.deviceNames(in: replica)[device] != name else { return }
      do {
        try await append(to: &replica) { replica in
          guard replica.log.devices.contains(device) else { throw VaultSyncError(.noSuchDevice) }
          // If two devices take one name at the same time, both get it: log entries for different devices do not conflict.
          guard try !vault.deviceNames(in: replica).contains(where: { $0.key != device && $0.value == name }) else {
            throw VaultSyncError(.deviceNameTaken)
          }
          return try vault.renaming(device, to: name, in: replica)
        }
      } catch let error as VaultSyncError where error.code == .programTooOld && error.detail == Self.unknownThere {
        // The server does not know this kind of entry, so the server is the older program.
        throw VaultSyncError(.refused, detail: error.detail)
      }
    }
  }

  /// Gives the device that founded the account its computer's name, as long as it has no name and there is no other device, which might
  /// have a program that does not know names. A device that joins brings its name along.
  /// - Throws: As ``synchronise(_:)``.
  package func nameFounder(_ name: String) async throws(VaultSyncError) {
    guard DeviceName.isFit(name), let replica = try present(), replica.log.devices == [replica.device],
      replica.log.nameEpoch(of: replica.device) == nil
    else { return }
    try await rename(replica.device, to: name)
  }

  /// A name that no member has: the same one, or with the first free number. Computers often have the same name.
  static func freeName(_ name: String, among taken: some Sequence<String>) -> String {
    let taken = Set(taken)
    guard taken.contains(name) else { return name }
    var number = 2
    while taken.contains("\(name) \(number)") { number += 1 }
    return "\(name) \(number)"
  }

  /// Repeats the renamings that another device's entry replaced; skips a device that is gone, and a name that is taken by now.
  func repeatNames(_ replica: inout VaultReplica) async throws {
    while let (device, name) = namesToRepeat.first {
      let names = try vault.deviceNames(in: replica)
      let isTaken = names.contains { $0.key != device && $0.value == name }
      if replica.log.devices.contains(device), names[device] != name, !isTaken {
        try await append(to: &replica) { try vault.renaming(device, to: name, in: $0) }
      }
      // Only now, so that a failure is followed by another attempt.
      namesToRepeat[device] = nil
    }
  }

  /// Starts a new epoch, whose key every member gets, in case others may have seen the current one.
  /// - Throws: As ``synchronise(_:)``.
  package func rotate() async throws(VaultSyncError) {
    try await turn {
      var replica = try begin()
      try await append(to: &replica) { try vault.rotating(removing: [], in: $0) }
    }
    _ = try await synchronise()
  }

  /// Adds a device whose keys are available, such as those of a computer that this one sets up.
  ///
  /// - Returns: The log including the device.
  /// - Throws: As ``synchronise(_:)``.
  package func admit(_ newcomer: LogAuthor, named name: String) async throws(VaultSyncError) -> MembershipLog {
    try await turn {
      var replica = try begin()
      try await append(to: &replica) { try vault.adding(newcomer, named: name, in: $0) }
      return replica.log
    }
  }

  /// Submits a further log entry to the other side, and switches to the resulting state. If another entry came first, adopts that one and
  /// creates the entry again.
  /// - Parameter placed: Called once the other side has the entry, before this device stores it, which can fail.
  /// - Throws: As ``synchronise(_:)``; `mayBeDone` if the other side may have the entry.
  func append(
    to replica: inout VaultReplica, placed: () -> Void = {}, _ make: (VaultReplica) throws -> MembershipLog
  ) async throws {
    var outcome = Outcome()
    var sent: MembershipLogEntry?
    for _ in 0..<Self.mostTurns {
      do {
        try await readLog(&replica)
      } catch {
        var failure = VaultSyncError(error)
        // If a request was repeated because its reply was lost, the second one is refused although the entry was placed.
        if sent != nil { failure.mayBeDone = true }
        throw failure
      }
      if let sent, replica.log.entries.contains(sent) { return placed() }
      try await readChanges(&replica, &outcome, nil)
      let log = try make(replica)
      guard let entry = log.entries.last else { throw VaultSyncError(.answerMalformed) }
      sent = entry
      guard try await place(entry) else { continue }
      placed()
      try vault.grow(to: log, in: &replica)
      self.replica = replica
      return
    }
    throw VaultSyncError(.overtaken)
  }

  /// Whether the other side placed an entry; false if another came first.
  /// - Throws: The error for the refusal; `mayBeDone` if no reply says that it was not placed.
  private func place(_ entry: MembershipLogEntry) async throws -> Bool {
    _ = try await session()
    return try await SyncWay.isPlaced { try await ask("POST", "/v1/log", [1: .bytes(entry.encoded)]) }
  }
}
