// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
package import CredentialCryptography
import CredentialVault
import SyncModel

/// The account at the other side, and its members. An entry of the log counts once the other side has placed it behind the last one.
extension SyncClient {
  private static let foundingEntryCount = 2
  /// A server takes a few new accounts an hour, which is longer than anybody waits without a word.
  static let foundingPatience = Duration.seconds(5)
  /// A server's code for what it does not know.
  private static let unknownThere = "unsupported_version"

  /// Makes the vault a replica of its account at the other side, which learns of the account now unless it already has it. Sends no records yet.
  ///
  /// A vault that was synchronised before has a log whose entries name commits, and the chain of these commits was forgotten when it stopped.
  /// Where the other side lacks such entries, this device brings the whole log, and the account goes on there from the head that is served.
  /// - Parameter invitation: What lets a new account in where the other side asks for it.
  /// - Throws: `placeForked` where the other side has another log of the account, `refused` where it founds no accounts, `vault`, `unreachable` and
  ///   the like. The vault is then as it was.
  package func found(invitation: String? = nil) async throws(VaultSyncError) {
    try await turn {
      if try present() != nil { return }
      var replica = try vault.beginReplica(at: way.exchange.place)
      do {
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
          // A repeated call finds its entries there, and is answered 409.
          guard answer.status == 200 || answer.status == 409 else { throw try SyncWay.refusal(answer) }
        }
        try await readLog(&replica)
        self.replica = replica
      } catch {
        self.replica = nil
        try vault.endReplica()
        // It says something of that place; the vault has no account there that could be stopped.
        if let verdict = error as? SyncModelError { throw VaultSyncError(.placeForked, detail: verdict.code.description) }
        throw error
      }
    }
  }

  /// Makes the vault one of this device alone; nothing changes at the other side.
  /// - Throws: `vault`.
  package func leave() async throws(VaultSyncError) {
    try await turn {
      forget()
      try vault.endReplica()
    }
  }

  /// Removes a device from the account: it opens nothing that is written from now on. Every record's key is wrapped anew.
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

  /// Gives a device another name, which all devices read. Nothing is sent where it is called that already.
  /// - Parameter name: At most ``DeviceName/mostBytes`` bytes; more are cut off.
  /// - Throws: `noSuchDevice`, `deviceNameTaken`, and as ``synchronise(_:)``.
  package func rename(_ device: DeviceIdentifier, to name: String) async throws(VaultSyncError) {
    try await turn {
      var replica = try begin()
      guard try vault.deviceNames(in: replica)[device] != name else { return }
      do {
        try await append(to: &replica) { replica in
          guard replica.log.devices.contains(device) else { throw VaultSyncError(.noSuchDevice) }
          // Two devices that take one name at once both have it: what the log says of one says nothing of the other.
          guard try !vault.deviceNames(in: replica).contains(where: { $0.key != device && $0.value == name }) else {
            throw VaultSyncError(.deviceNameTaken)
          }
          return try vault.renaming(device, to: name, in: replica)
        }
      } catch let error as VaultSyncError where error.code == .programTooOld && error.detail == Self.unknownThere {
        // The kind of the entry is what the server does not know, so it is the older one.
        throw VaultSyncError(.refused, detail: error.detail)
      }
    }
  }

  /// Gives the names again that another device's entry took the place of; a device that is gone or a name that is taken by now is passed over.
  func repeatNames(_ replica: inout VaultReplica) async throws {
    while let (device, name) = namesToRepeat.first {
      namesToRepeat[device] = nil
      let names = try vault.deviceNames(in: replica)
      guard replica.log.devices.contains(device), names[device] != name, !names.contains(where: { $0.key != device && $0.value == name })
      else { continue }
      try await append(to: &replica) { try vault.renaming(device, to: name, in: $0) }
    }
  }

  /// Begins a new epoch, whose key every member gets; for whoever is not sure who saw the present one.
  /// - Throws: As ``synchronise(_:)``.
  package func rotate() async throws(VaultSyncError) {
    try await turn {
      var replica = try begin()
      try await append(to: &replica) { try vault.rotating(removing: [], in: $0) }
    }
    _ = try await synchronise()
  }

  /// Takes a device into the account whose keys are at hand, as those of a computer are that this one sets up.
  ///
  /// - Returns: The log with the device in it.
  /// - Throws: As ``synchronise(_:)``.
  package func admit(_ newcomer: LogAuthor, named name: String) async throws(VaultSyncError) -> MembershipLog {
    try await turn {
      var replica = try begin()
      try await append(to: &replica) { try vault.adding(newcomer, named: name, in: $0) }
      return replica.log
    }
  }

  /// Has the other side place a further entry of the log, and goes over to what holds after it. Whoever came first is followed, and the entry is
  /// made anew.
  func append(to replica: inout VaultReplica, _ make: (VaultReplica) throws -> MembershipLog) async throws {
    var outcome = Outcome()
    var sent: MembershipLogEntry?
    for _ in 0..<Self.mostTurns {
      try await readLog(&replica)
      // A request that was repeated on its way, because its answer did not come, is refused the second time.
      if let sent, replica.log.entries.contains(sent) { return }
      try await readChanges(&replica, &outcome, nil)
      let log = try make(replica)
      guard let entry = log.entries.last else { throw VaultSyncError(.answerMalformed) }
      sent = entry
      guard try await place(entry) else { continue }
      try vault.grow(to: log, in: &replica)
      self.replica = replica
      return
    }
    throw VaultSyncError(.overtaken)
  }

  /// Whether the other side placed an entry; it does not where another came first.
  /// - Throws: What the refusal means; `mayBeDone` where no answer says that it was not placed.
  private func place(_ entry: MembershipLogEntry) async throws -> Bool {
    _ = try await session()
    return try await SyncWay.isPlaced { try await ask("POST", "/v1/log", [1: .bytes(entry.encoded)]) }
  }
}
