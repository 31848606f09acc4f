// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import CredentialModel
import CredentialVault
import Foundation
import SecretMemory
import SyncFolder
import SyncModel
import SyncServer
import SyncServerStore
import Synchronization
import Testing
import VaultSync

@Suite("Moving an account")
struct MovingTests {
  @Test(
    "keeps the account, every device and every edit, between any kinds of place", arguments: Kind.allCases,
    Kind.allCases)
  func everyWay(from old: Kind, to new: Kind) async throws {
    let world = try await MovingWorld()
    let (here, there) = (try await world.place(old, "here"), try await world.place(new, "there"))
    let first = try await world.found("first", at: here)
    let second = try await world.join("second", by: first, at: here)
    let id = Sample.id()
    try first.vault.add(Sample.password(id))
    try first.vault.add(Sample.passkey())
    _ = try await first.client.synchronise()
    try await first.client.rename(try #require(try await first.client.devices().first { !$0.isThis }).device, to: "laptop")
    _ = try await second.client.synchronise()
    try first.vault.attach(sampleContent(70_000), named: "scan", to: id)
    try await first.client.exchangeAll()
    // Each device has a record that the other does not have yet.
    try first.vault.add(Sample.password(title: "Bank", password: "of the first"))
    try second.vault.add(Sample.password(title: "Bank", password: "of the second"))
    let account = try #require(try await first.client.present()).log.account

    let moved = world.client(of: first.vault, at: there)
    #expect(try await moved.goOver(from: first.client, formerIsGone: false))
    try await moved.exchangeAll()
    let followed = world.client(of: second.vault, at: there)
    #expect(try await !followed.goOver(from: second.client, formerIsGone: false))
    try await followed.exchangeAll()
    try await moved.exchangeAll()
    try await followed.exchangeAll()

    for (vault, client) in [(first.vault, moved), (second.vault, followed)] {
      #expect(try vault.passwords(titled: "Bank") == ["of the first", "of the second"])
      #expect(try vault.passwords() == ["open sesame"])
      #expect(try vault.content(of: "scan", in: id) == sampleContent(70_000))
      #expect(vault.pendingCount == 0)
      #expect(vault.check().findings.isEmpty)
      let replica = try #require(try await client.present())
      #expect(replica.log.account == account && replica.state.place == there.name && replica.state.carrying == nil)
    }
    #expect(try await moved.comparisonWords() == followed.comparisonWords())
    #expect(try await moved.devices().contains { $0.name == "laptop" })
    // Afterwards, edits and new devices work as usual.
    try second.vault.replace(Sample.password(id, password: "changed"))
    _ = try await followed.synchronise()
    let third = try await world.join("third", by: MovingWorld.Device(vault: first.vault, client: moved), at: there)
    try await third.client.exchangeAll()
    _ = try await moved.synchronise()
    for vault in [first.vault, third.vault] { #expect(try vault.passwords() == ["changed"]) }
    #expect(try third.vault.content(of: "scan", in: id) == sampleContent(70_000))
    #expect(try third.vault.passwords(titled: "Bank").count == 2)
  }

  @Test("is refused at a folder with another account, unless the user wants a separate one there")
  func otherAccount() async throws {
    let world = try await MovingWorld()
    let folder = try await world.place(.folder, "shared")
    let first = try await world.found("first", at: folder)
    let made = try await CredentialVault.create(
      at: world.folder.appending(path: "second"), passphrase: SecretBytes(copying: "a".utf8),
      environment: VaultEnvironment(cost: .floor, deviceName: "second"))
    let second = world.client(of: made.vault, at: folder)
    #expect(await refusal { try await second.found() }?.code == .otherAccountThere)
    #expect(!made.vault.isReplica)
    let elsewhere = try await world.found("third", at: try await world.place(.server, "elsewhere"))
    let moved = world.client(of: elsewhere.vault, at: folder)
    #expect(await refusal { _ = try await moved.goOver(from: elsewhere.client, formerIsGone: false) }?.code == .otherAccountThere)
    _ = try await elsewhere.client.synchronise()
    // A device that rejoins finds its own account there, next to the other one.
    try await second.found(isSeparate: true)
    #expect(try await moved.goOver(from: elsewhere.client, formerIsGone: false, isSeparate: true))
    try await first.client.leave()
    try await first.client.found()
    _ = try await first.client.synchronise()
  }

  @Test("is reported as made by another device on the later of two devices that moved at the same time", arguments: Kind.allCases)
  func bothMove(from kind: Kind) async throws {
    let world = try await MovingWorld()
    let here = try await world.place(kind, "here")
    let (there, elsewhere) = (try await world.place(.server, "there"), try await world.place(.server, "elsewhere"))
    let (first, second) = try await world.two(at: here)
    let (moved, other) = (world.client(of: first.vault, at: there), world.client(of: second.vault, at: elsewhere))
    // The other device has moved between the last look at the old place and its end.
    let isFirst = Mutex(true)
    here.wire.before { request in
      if request.method == "DELETE", request.path == "/v1/account",
        isFirst.withLock({
          let value = $0; $0 = false; return value
        })
      {
        _ = try await other.goOver(from: world.client(of: second.vault, at: here), formerIsGone: false)
      }
      return nil
    }
    #expect(try await moved.goOver(from: first.client, formerIsGone: false))
    #expect(await moved.wasMovedByAnother)
    #expect(await !other.wasMovedByAnother)
  }

  @Test("leaves a folder free for the founding of another account")
  func leftByAnother() async throws {
    let world = try await MovingWorld()
    let folder = try await world.place(.folder, "shared")
    let first = try await world.found("first", at: folder)
    try first.vault.add(Sample.password())
    let moved = world.client(of: first.vault, at: try await world.place(.server, "elsewhere"))
    #expect(try await moved.goOver(from: first.client, formerIsGone: false))
    _ = try await world.found("second", at: folder)
  }

  @Test(
    "to an empty place is possible after leaving, even though log entries name earlier commits", arguments: Kind.allCases,
    Kind.allCases)
  func stopped(from old: Kind, to new: Kind) async throws {
    let world = try await MovingWorld()
    let (here, there) = (try await world.place(old, "here"), try await world.place(new, "there"))
    let first = try await world.found("first", at: here)
    let second = try await world.join("second", by: first, at: here)
    try first.vault.add(Sample.password(title: "Bank", password: "of the first"))
    try second.vault.add(Sample.password(title: "Bank", password: "of the second"))
    for device in [first, second, first] { _ = try await device.client.synchronise() }
    try await first.client.rename(try #require(try await first.client.devices().first { $0.isThis }).device, to: "desk")
    _ = try await second.client.synchronise()

    var clients: [SyncClient] = []
    for device in [first, second] {
      try await device.client.leave()
      let client = world.client(of: device.vault, at: there)
      try await client.found()
      _ = try await client.synchronise()
      clients.append(client)
    }
    _ = try await clients[0].synchronise()
    for (device, client) in zip([first, second], clients) {
      let replica = try #require(try await client.present())
      #expect(replica.state.alarm == nil && replica.state.carrying == nil && replica.chain.head.number > 0)
      #expect(try device.vault.passwords(titled: "Bank") == ["of the first", "of the second"])
      #expect(device.vault.pendingCount == 0)
    }
    #expect(try await clients[0].comparisonWords() == clients[1].comparisonWords())
    let third = try await world.join("third", by: MovingWorld.Device(vault: first.vault, client: clients[0]), at: there)
    _ = try await third.client.synchronise()
    #expect(try third.vault.passwords(titled: "Bank").count == 2)
  }

  @Test(
    "shows the device that brought the account to a place that it is the first one there, until another one comes", arguments: Kind.allCases
  )
  func firstThere(_ kind: Kind) async throws {
    let world = try await MovingWorld()
    let (here, there) = (try await world.place(.server, "here"), try await world.place(kind, "there"))
    let (first, second) = try await world.two(at: here)
    #expect(try await first.client.present()?.isFirstThere == false)
    let moved = [world.client(of: first.vault, at: there), world.client(of: second.vault, at: there)]
    #expect(try await moved[0].goOver(from: first.client, formerIsGone: false))
    _ = try await moved[0].synchronise()
    #expect(try await moved[0].present()?.isFirstThere == true)
    #expect(try first.vault.replica()?.isFirstThere == true)

    #expect(try await !moved[1].goOver(from: second.client, formerIsGone: false))
    _ = try await moved[1].synchronise()
    #expect(try await moved[1].present()?.isFirstThere == false)
    // It was seen there without a change of its own.
    _ = try await moved[0].synchronise()
    #expect(try await moved[0].present()?.isFirstThere == false)
    for client in moved { #expect(try await client.synchronise().sentCount == 0) }
    #expect(try await moved[0].comparisonWords() == moved[1].comparisonWords())
  }

  @Test("is refused to a device that the account has removed, at another place and at the same one, until it stops synchronising")
  func removed() async throws {
    let world = try await MovingWorld()
    let (here, there) = (try await world.place(.folder, "here"), try await world.place(.folder, "there"))
    let (first, second) = try await world.two(at: here)
    try await first.client.remove(try #require(try second.vault.replica()).device)
    #expect(await refusal { _ = try await second.client.synchronise() }?.verdict?.code == .removed)
    let (moved, same) = (world.client(of: second.vault, at: there), world.client(of: second.vault, at: here))
    #expect(await refusal { _ = try await moved.goOver(from: second.client, formerIsGone: true) }?.code == .deviceRemoved)
    #expect(await refusal { _ = try await same.goOver(from: nil, formerIsGone: true) }?.code == .deviceRemoved)
    #expect(try second.vault.replica()?.state.place == here.name)
    #expect(try FileManager.default.contentsOfDirectory(atPath: there.name).isEmpty)
    try await second.client.leave()
    let alone = world.client(of: second.vault, at: there)
    try await alone.found()
    _ = try await alone.synchronise()
    // The list still names the device that removed this one, and this one is alone.
    #expect(try await alone.present()?.isFirstThere == true)
  }

  @Test(
    "works with a single device, whose log names no commit", arguments: Kind.allCases, Kind.allCases)
  func oneDevice(from old: Kind, to new: Kind) async throws {
    let world = try await MovingWorld()
    let (here, there) = (try await world.place(old, "here"), try await world.place(new, "there"))
    let device = try await world.found("first", at: here)
    try device.vault.add(Sample.password())
    _ = try await device.client.synchronise()
    let moved = world.client(of: device.vault, at: there)
    #expect(try await moved.goOver(from: device.client, formerIsGone: false))
    _ = try await moved.synchronise()
    let second = try await world.join("second", by: MovingWorld.Device(vault: device.vault, client: moved), at: there)
    _ = try await second.client.synchronise()
    #expect(try second.vault.passwords() == ["open sesame"])
  }

  @Test("after leaving works without a record, and after any lost answer", arguments: Kind.allCases)
  func stoppedAndCutOff(kind: Kind) async throws {
    for lost in 0..<8 {
      let world = try await MovingWorld()
      let (here, there) = (try await world.place(kind, "here"), try await world.place(kind, "there"))
      let device = try await world.found("first", at: here)
      try device.vault.add(Sample.password())
      _ = try await device.client.synchronise()
      try await device.client.rename(try #require(try await device.client.devices().first).device, to: "desk")
      let ids = try device.vault.summaries().map(\.id)
      for id in ids { try device.vault.moveToTrash(id) }
      try device.vault.erase(ids)
      try await device.client.leave()
      let count = Mutex(0)
      there.wire.meddle { _, response in
        if count.withLock({
          $0 += 1; return $0 == lost + 1
        }) {
          throw VaultSyncError(.unreachable)
        }
        return response
      }
      for _ in 0..<3 {
        let client = world.client(of: device.vault, at: there)
        do throws(VaultSyncError) {
          try await client.found()
          _ = try await client.synchronise()
          break
        } catch {
          #expect(error.code == .unreachable, "\(lost): \(error)")
        }
      }
      let replica = try #require(try device.vault.replica())
      #expect(replica.state.alarm == nil && replica.state.carrying == nil && replica.chain.head.number > 0, "\(lost)")
    }
  }

  @Test("after leaving, to a server restored from a backup, brings back the missing log entries")
  func stoppedBehind() async throws {
    let world = try await MovingWorld()
    let here = try await world.place(.server, "here")
    let (first, second) = try await world.two(at: here)
    try second.vault.add(Sample.password(title: "Bank", password: "older"))
    for device in [second, first] { _ = try await device.client.synchronise() }
    let older = try await world.copy(of: "here", as: "older")
    let third = try await world.join("third", by: first, at: here)
    try third.vault.add(Sample.password(title: "Bank", password: "newer"))
    for device in [third, first] { _ = try await device.client.synchronise() }
    try await third.client.leave()
    let again = world.client(of: third.vault, at: older)
    try await again.found()
    _ = try await again.synchronise()
    #expect(try third.vault.passwords(titled: "Bank") == ["newer", "older"])
    #expect(try await again.devices().count == 3)
    #expect(try await again.present()?.state.alarm == nil)
  }

  @Test("after leaving is refused at a place with another log of the account, without an alarm")
  func stoppedElsewhere() async throws {
    let world = try await MovingWorld()
    let here = try await world.place(.server, "here")
    let (first, second) = try await world.two(at: here)
    let older = try await world.copy(of: "here", as: "older")
    for (device, name) in [(first, "desk"), (second, "laptop")] {
      let client = name == "desk" ? device.client : world.client(of: device.vault, at: older)
      if name == "laptop" { try await client.follow([]) }
      try await client.rename(try #require(try await client.devices().first { $0.isThis }).device, to: name)
    }
    try await first.client.leave()
    let again = world.client(of: first.vault, at: older)
    let error = await #expect(throws: VaultSyncError.self) { try await again.found() }
    #expect(error?.code == .placeForked)
    #expect(!first.vault.isReplica)
  }

  @Test("to a renamed server with the same database sends nothing again")
  func renamedServer() async throws {
    let world = try await MovingWorld()
    let here = try await world.place(.server, "here")
    let (first, second) = try await world.two(at: here)
    let there = try await world.copy(of: "here", as: "there")
    for device in [first, second] {
      let client = world.client(of: device.vault, at: there)
      #expect(try await !client.goOver(from: device.client, formerIsGone: false))
      #expect(try await client.synchronise().sentCount == 0)
      try device.vault.add(Sample.password(title: "Bank", password: "new"))
      #expect(try await client.synchronise().sentCount == 1)
    }
    #expect(!there.wire.requests.contains("POST /v1/accounts/carried"))
    #expect(!here.wire.requests.contains("DELETE /v1/account"))
  }

  @Test("away from an unreachable place needs the user's word that it will not return")
  func goneForEver() async throws {
    let world = try await MovingWorld()
    let (here, there) = (try await world.place(.server, "here"), try await world.place(.folder, "there"))
    let (first, second) = try await world.two(at: here)
    let late = try await world.join("late", by: first, at: here)
    _ = try await late.client.synchronise()
    try first.vault.add(Sample.password(title: "Bank", password: "newer"))
    _ = try await first.client.synchronise()
    _ = try await second.client.synchronise()
    try late.vault.add(Sample.password(title: "Late", password: "not sent"))
    try first.vault.add(Sample.password(title: "First", password: "not sent"))
    here.wire.before { _ in throw VaultSyncError(.unreachable, detail: "no-connection") }

    let moved = world.client(of: first.vault, at: there)
    let refused = await refusal { _ = try await moved.goOver(from: first.client, formerIsGone: false) }
    #expect(refused?.code == .formerPlaceAway && refused?.detail == "no-connection")
    #expect(try await first.client.present()?.state.place == here.name)
    #expect(try await moved.goOver(from: first.client, formerIsGone: true))
    _ = try await moved.synchronise()
    // A device that had seen as much can follow; one that had not cannot rule out a gap, and reports it.
    let followed = world.client(of: second.vault, at: there)
    #expect(try await !followed.goOver(from: second.client, formerIsGone: false))
    _ = try await followed.synchronise()
    let slept = world.client(of: late.vault, at: there)
    let gap = await refusal { _ = try await slept.goOver(from: late.client, formerIsGone: true) }
    #expect(gap?.code == .placeForked && gap?.detail == "gap")
    #expect(try await late.client.present()?.state.place == here.name)
    #expect(try late.vault.passwords(titled: "Late") == ["not sent"])
    // The user decides that this place is the right one.
    try await slept.leave()
    try await slept.found()
    _ = try await slept.synchronise()
    for client in [moved, followed, slept] { _ = try await client.synchronise() }
    for vault in [first.vault, second.vault, late.vault] {
      for title in ["Bank", "Late", "First"] { #expect(try vault.passwords(titled: title).count == 1) }
      #expect(vault.check().findings.isEmpty)
    }
    #expect(try await moved.comparisonWords() == slept.comparisonWords())
  }

  @Test("closes the old place to a device that is still there, and brings along its changes when it follows", arguments: Kind.allCases)
  func forgotten(kind: Kind) async throws {
    let world = try await MovingWorld()
    let (here, there) = (try await world.place(kind, "here"), try await world.place(.server, "there"))
    let (first, second) = try await world.two(at: here)
    let moved = world.client(of: first.vault, at: there)
    _ = try await moved.goOver(from: first.client, formerIsGone: false)
    _ = try await moved.synchronise()
    try second.vault.add(Sample.password(title: "Bank", password: "of the forgotten one"))
    #expect(await refusal { _ = try await second.client.synchronise() }?.code == .accountClosed)
    #expect(try await second.client.present()?.state.alarm == nil)
    // The device cannot move the account to a third place either.
    let elsewhere = world.client(of: second.vault, at: try await world.place(.server, "elsewhere"))
    #expect(await refusal { _ = try await elsewhere.goOver(from: second.client, formerIsGone: false) }?.code == .formerPlaceAway)
    let followed = world.client(of: second.vault, at: there)
    #expect(try await !followed.goOver(from: second.client, formerIsGone: false))
    _ = try await followed.synchronise()
    _ = try await moved.synchronise()
    #expect(try first.vault.passwords(titled: "Bank") == ["of the forgotten one"])
  }

  @Test(
    "away from a place that was not gone leaves two histories, which are reported and merged on request"
  )
  func wentOn() async throws {
    let world = try await MovingWorld()
    let (here, there) = (try await world.place(.server, "here"), try await world.place(.server, "there"))
    let (first, second) = try await world.two(at: here)
    here.wire.before { _ in throw VaultSyncError(.unreachable) }
    let moved = world.client(of: first.vault, at: there)
    _ = try await moved.goOver(from: first.client, formerIsGone: true)
    _ = try await moved.synchronise()
    here.wire.before(nil)
    try second.vault.add(Sample.password(title: "Bank", password: "at the former place"))
    _ = try await second.client.synchronise()
    let followed = world.client(of: second.vault, at: there)
    let refused = await refusal { _ = try await followed.goOver(from: second.client, formerIsGone: false) }
    #expect(refused?.code == .placeForked && refused?.detail == "forked")
    #expect(try await second.client.present()?.state.place == here.name)
    try await followed.leave()
    try await followed.found()
    _ = try await followed.synchronise()
    _ = try await moved.synchronise()
    for vault in [first.vault, second.vault] {
      #expect(try vault.passwords(titled: "Bank") == ["at the former place"])
      #expect(try vault.passwords() == ["open sesame"])
    }
  }

  @Test("to a server restored from a backup brings back the missing log entries")
  func behind() async throws {
    let world = try await MovingWorld()
    let here = try await world.place(.server, "here")
    let (first, second) = try await world.two(at: here)
    let older = try await world.copy(of: "here", as: "older")
    let third = try await world.join("third", by: first, at: here)
    try third.vault.add(Sample.password(title: "Bank", password: "newer"))
    for device in [third, first, second] { _ = try await device.client.synchronise() }
    here.wire.before { _ in throw VaultSyncError(.unreachable) }

    // The device does not follow the older state, and brings what is missing there.
    let moved = world.client(of: third.vault, at: older)
    #expect(try await moved.goOver(from: third.client, formerIsGone: true))
    _ = try await moved.synchronise()
    for device in [first, second] {
      let client = world.client(of: device.vault, at: older)
      #expect(try await !client.goOver(from: device.client, formerIsGone: false))
      _ = try await client.synchronise()
      #expect(try device.vault.passwords(titled: "Bank") == ["newer"])
      #expect(try await client.devices().count == 3)
      _ = try await moved.synchronise()
      #expect(try await client.comparisonWords() == moved.comparisonWords())
    }
    let fourth = try await world.join("fourth", by: MovingWorld.Device(vault: third.vault, client: moved), at: older)
    _ = try await fourth.client.synchronise()
    #expect(try fourth.vault.passwords(titled: "Bank") == ["newer"])
  }

  @Test("is refused at a place with another log, and a place without the log's end is behind")
  func otherLog() async throws {
    let world = try await MovingWorld()
    let here = try await world.place(.server, "here")
    let (first, _) = try await world.two(at: here)
    let there = try await world.copy(of: "here", as: "there")
    let client = world.client(of: first.vault, at: there)
    let entries = try #require(try first.vault.replica()).log.entries
    for (shown, expected) in [([], SyncClient.Meeting.behind), ([entries[0].encoded], nil)] {
      there.wire.meddle { request, answer in
        guard request.path.hasPrefix("/v1/log") else { return answer }
        let count = CBORValue.unsigned(UInt64(entries.count))
        let body = CBORMap([.init(key: 1, value: .array(shown.map(CBORValue.bytes))), .init(key: 2, value: count)])
        return SyncResponse(status: 200, body: CBOREncoder(profile: .deterministic).encode(.map(try #require(body))))
      }
      if let expected {
        #expect(try await client.meet() == expected)
      } else {
        let error = await refusal { _ = try await client.goOver(from: first.client, formerIsGone: false) }
        #expect(error?.code == .placeForked && error?.detail == "log")
      }
      #expect(try first.vault.replica()?.state.place == here.name)
    }
  }

  @Test("does not merge a device that was shown another history before the move")
  func splitBefore() async throws {
    let world = try await MovingWorld()
    let here = try await world.place(.server, "here")
    let (first, second) = try await world.two(at: here)
    // Two copies of one database, one for each device.
    let twin = try await world.copy(of: "here", as: "twin")
    let apart = world.client(of: second.vault, at: twin)
    #expect(try await !apart.goOver(from: second.client, formerIsGone: false))
    try first.vault.add(Sample.password(title: "Bank", password: "of the first"))
    try second.vault.add(Sample.password(title: "Bank", password: "of the second"))
    _ = try await first.client.synchronise()
    _ = try await apart.synchronise()
    let heads = try [first, second].map { try #require(try $0.vault.replica()).chain.head }
    #expect(heads[0].number == heads[1].number && heads[0] != heads[1])
    // The second copy is then behind the first device, but it is no earlier state of that device.
    try first.vault.add(Sample.password(title: "Shop", password: "of the first"))
    _ = try await first.client.synchronise()
    let refused = await refusal { _ = try await world.client(of: first.vault, at: twin).goOver(from: first.client, formerIsGone: false) }
    #expect(refused?.code == .placeForked && refused?.detail == "forked")
    #expect(!twin.wire.requests.contains("POST /v1/accounts/carried"))
    try second.vault.add(Sample.password(title: "Shop", password: "of the second"))
    _ = try await apart.synchronise()
    let there = try await world.place(.folder, "there")
    let moved = world.client(of: first.vault, at: there)
    #expect(try await moved.goOver(from: first.client, formerIsGone: false))
    _ = try await moved.synchronise()

    let error = await refusal { _ = try await world.client(of: second.vault, at: there).goOver(from: apart, formerIsGone: false) }
    #expect(error?.code == .placeForked && error?.detail == "forked")
    #expect(try second.vault.replica()?.state.place == twin.name)
    #expect(try second.vault.passwords(titled: "Bank") == ["of the second"])
  }

  @Test("fails once when the new place answers wrongly, and is not attempted again")
  func wrongAnswers() async throws {
    let world = try await MovingWorld()
    let (here, there) = (try await world.place(.server, "here"), try await world.place(.folder, "there"))
    let (first, _) = try await world.two(at: here)
    let head = try #require(try first.vault.replica()).chain.head
    func place(_ number: UInt64) -> CBORMap.Entry {
      .init(key: 2, value: .array([.unsigned(number), .bytes([UInt8](repeating: 7, count: head.hash.count))]))
    }
    let stale = CBORMap.Entry(key: 1, value: .text("stale_parent"))
    let answers: [(Int, [CBORMap.Entry], VaultSyncError.Code, String?)] = [
      (200, [.init(key: 1, value: .bytes([UInt8](repeating: 1, count: 65)))], .answerMalformed, nil),
      (403, [.init(key: 1, value: .text("not_invited"))], .refused, "not_invited"),
      (409, [.init(key: 1, value: .text("log_conflict")), place(1)], .placeForked, "log"),
      (409, [stale], .placeForked, "log"),
      (409, [stale, place(head.number + 1)], .placeForked, "forked"),
      (409, [stale, place(head.number - 1)], .placeForked, "forked"),
    ]
    for (status, entries, code, detail) in answers {
      let body = CBOREncoder(profile: .deterministic).encode(.map(try #require(CBORMap(entries))))
      there.wire.before { request in request.path == "/v1/accounts/carried" ? SyncResponse(status: status, body: body) : nil }
      let before = there.wire.requests.count { $0 == "POST /v1/accounts/carried" }
      let error = await refusal { try await world.client(of: first.vault, at: there).carry() }
      #expect(error?.code == code && (detail == nil || error?.detail == detail), "\(status) \(entries)")
      #expect(there.wire.requests.count { $0 == "POST /v1/accounts/carried" } == before + 1)
      #expect(try first.vault.replica()?.state.place == here.name)
    }
  }

  @Test("brings more records than one commit holds before other devices follow")
  func severalParts() async throws {
    let world = try await MovingWorld()
    let (here, there) = (try await world.place(.server, "here"), try await world.place(.server, "there"))
    let first = try await world.found("first", at: here)
    let count = CommitItem.most + 1
    for number in 0..<count { try first.vault.add(Sample.password(password: "\(number)")) }
    _ = try await first.client.synchronise()
    let moved = world.client(of: first.vault, at: there)
    #expect(try await moved.goOver(from: first.client, formerIsGone: false))
    _ = try await moved.synchronise()
    let second = try await world.join("second", by: MovingWorld.Device(vault: first.vault, client: moved), at: there)
    _ = try await second.client.synchronise()
    #expect(try second.vault.passwords().count == count)
    #expect(second.vault.check().findings.isEmpty)
  }

  @Test("back to a place that it has left works", arguments: Kind.allCases)
  func thereAndBack(kind: Kind) async throws {
    let world = try await MovingWorld()
    let (here, there) = (try await world.place(kind, "here"), try await world.place(.folder, "there"))
    let (first, second) = try await world.two(at: here)
    var clients = [first.client, second.client]
    for (round, place) in [there, here, there].enumerated() {
      for (index, vault) in [first.vault, second.vault].enumerated() {
        let client = world.client(of: vault, at: place)
        #expect(try await client.goOver(from: clients[index], formerIsGone: false) == (index == 0))
        _ = try await client.synchronise()
        clients[index] = client
      }
      try second.vault.add(Sample.password(title: "Bank", password: "\(round)"))
      _ = try await clients[1].synchronise()
      _ = try await clients[0].synchronise()
      #expect(try first.vault.passwords(titled: "Bank").count == round + 1)
      #expect(try await clients[0].comparisonWords() == clients[1].comparisonWords())
    }
  }

  @Test("continues after an interruption at any request", arguments: Kind.allCases)
  func cutOff(kind: Kind) async throws {
    var isThrough = false
    var cut = 0
    while !isThrough {
      cut += 1
      let world = try await MovingWorld()
      let (here, there) = (try await world.place(.server, "here"), try await world.place(kind, "there"))
      let (first, second) = try await world.two(at: here)
      // The answer to one request is lost, and then the program ends.
      let left = Mutex(cut)
      there.wire.meddle { _, answer in
        let isLost = left.withLock { left in
          left -= 1
          return left == 0
        }
        if isLost { throw VaultSyncError(.unreachable) }
        return answer
      }
      for _ in 0..<3 {
        let client = world.client(of: first.vault, at: there)
        let present = try #require(try first.vault.replica()).state.place
        do throws(VaultSyncError) {
          if present != there.name {
            _ = try await client.goOver(from: world.client(of: first.vault, at: here), formerIsGone: false)
          }
          _ = try await client.synchronise()
          break
        } catch {
          #expect(error.code == .unreachable, "request \(cut)")
        }
      }
      isThrough = left.withLock { $0 > 0 }
      there.wire.meddle(nil)
      let replica = try #require(try first.vault.replica())
      #expect(replica.state.place == there.name && replica.state.carrying == nil && replica.state.alarm == nil, "request \(cut)")
      let followed = world.client(of: second.vault, at: there)
      #expect(try await !followed.goOver(from: second.client, formerIsGone: false), "request \(cut)")
      _ = try await followed.synchronise()
      #expect(try second.vault.passwords() == ["open sesame"])
      // Everything is there for any device.
      let third = try await world.join("third", by: MovingWorld.Device(vault: second.vault, client: followed), at: there)
      _ = try await third.client.synchronise()
      #expect(try third.vault.passwords() == ["open sesame"], "request \(cut)")
      for client in [followed, world.client(of: first.vault, at: there)] { _ = try await client.synchronise() }
      #expect(try await followed.comparisonWords() == world.client(of: first.vault, at: there).comparisonWords(), "request \(cut)")
    }
    // Otherwise nothing was interrupted.
    #expect(cut > 6)
  }

  /// A device, another one whose clock is three years ahead, and a record that both have.
  private static func oneAhead(
    in world: MovingWorld, at place: MovingWorld.Place
  ) async throws -> (MovingWorld.Device, ahead: MovingWorld.Device, RecordIdentifier) {
    let first = try await world.found("first", at: place)
    let id = Sample.id()
    try first.vault.add(Sample.password(id))
    _ = try await first.client.synchronise()
    let ahead = try await world.join("ahead", by: first, at: place, skew: 3 * 366 * 86_400)
    _ = try await ahead.client.synchronise()
    return (first, ahead, id)
  }

  @Test("waits while a record is quarantined, because this device may not rewrite it")
  func incomplete() async throws {
    let world = try await MovingWorld()
    let (here, there) = (try await world.place(.server, "here"), try await world.place(.server, "there"))
    let (first, ahead, id) = try await Self.oneAhead(in: world, at: here)
    try ahead.vault.replace(Sample.password(id, password: "of tomorrow"))
    _ = try await ahead.client.synchronise()
    _ = try await first.client.synchronise()
    let moved = world.client(of: first.vault, at: there)
    #expect(await refusal { _ = try await moved.goOver(from: first.client, formerIsGone: false) }?.code == .cannotCarry)
    #expect(try first.vault.replica()?.state.place == here.name)
    #expect(!there.wire.requests.contains("POST /v1/accounts/carried"))
  }

  @Test("does not continue after an interruption if a record has been quarantined meanwhile")
  func incompleteSince() async throws {
    let world = try await MovingWorld()
    let (here, there) = (try await world.place(.server, "here"), try await world.place(.server, "there"))
    let (first, ahead, id) = try await Self.oneAhead(in: world, at: here)
    _ = try await first.client.synchronise()
    // The new place has taken the account, and this device did not get the answer.
    there.wire.meddle { request, answer in
      if request.path == "/v1/accounts/carried" { throw VaultSyncError(.unreachable) }
      return answer
    }
    let moved = world.client(of: first.vault, at: there)
    #expect(await refusal { _ = try await moved.goOver(from: first.client, formerIsGone: false) }?.code == .unreachable)
    there.wire.meddle(nil)
    // Meanwhile the other device changes the record and moves to the same place.
    try ahead.vault.replace(Sample.password(id, password: "of tomorrow"))
    _ = try await ahead.client.synchronise()
    here.wire.before { request in request.method == "DELETE" ? LyingServer.refusal(503, "unavailable") : nil }
    let elsewhere = world.client(of: ahead.vault, at: there, skew: 3 * 366 * 86_400)
    #expect(try await elsewhere.goOver(from: ahead.client, formerIsGone: false))
    #expect(await refusal { _ = try await moved.goOver(from: first.client, formerIsGone: false) }?.code == .cannotCarry)
    let replica = try #require(try first.vault.replica())
    #expect(replica.state.place == here.name && replica.state.carryTo == there.name && replica.state.alarm == nil)
    #expect(replica.chain.head == (try #require(try ahead.vault.replica())).chain.head)
  }

  @Test("rewrites all records except one that is quarantined meanwhile")
  func keptAsideMeanwhile() async throws {
    let world = try await MovingWorld()
    let (here, there) = (try await world.place(.server, "here"), try await world.place(.server, "there"))
    let (first, ahead, id) = try await Self.oneAhead(in: world, at: here)
    try first.vault.add(Sample.password(title: "Bank", password: "of the first"))
    _ = try await first.client.synchronise()
    _ = try await ahead.client.synchronise()
    let moved = world.client(of: first.vault, at: there)
    #expect(try await moved.goOver(from: first.client, formerIsGone: false))
    // Before any record is rewritten, the other device has changed one of them there.
    let elsewhere = world.client(of: ahead.vault, at: there, skew: 3 * 366 * 86_400)
    #expect(try await !elsewhere.goOver(from: ahead.client, formerIsGone: false))
    try ahead.vault.replace(Sample.password(id, password: "of tomorrow"))
    _ = try await elsewhere.synchronise()

    _ = try await moved.synchronise()
    let replica = try #require(try first.vault.replica())
    #expect(replica.state.carrying == nil && replica.state.alarm == nil && first.vault.pendingCount == 0)
    #expect(first.vault.quarantinedCount == 1)
    #expect(try first.vault.passwords() == ["open sesame"])
    let changed = try #require(RecordName(id.bytes).flatMap { replica.chain.versions[$0] })
    #expect(changed.author == (try #require(try ahead.vault.replica())).device)
    _ = try await elsewhere.synchronise()
    #expect(try ahead.vault.passwords() == ["of tomorrow"])
    #expect(try ahead.vault.passwords(titled: "Bank") == ["of the first"])
  }

  @Test("admits no new device before its records are at the new place, even after a quick send")
  func underWay() async throws {
    let world = try await MovingWorld()
    let (here, there) = (try await world.place(.server, "here"), try await world.place(.server, "there"))
    let (first, _) = try await world.two(at: here)
    let moved = world.client(of: first.vault, at: there)
    _ = try await moved.goOver(from: first.client, formerIsGone: false)
    let early = await refusal { _ = try await moved.offer() }
    #expect(early?.code == .refused && early?.detail == "not_ready")
    // The place was read, but could not be written to.
    there.wire.before { request in request.path == "/v1/commits" ? LyingServer.refusal(503, "unavailable") : nil }
    #expect(await refusal { _ = try await moved.synchronise() }?.code == .refused)
    there.wire.before(nil)
    try first.vault.add(Sample.password(title: "Bank"))
    _ = try await moved.send()
    #expect(try first.vault.replica()?.state.carrying == nil)
    _ = try await moved.offer()
  }

  @Test(
    "needs a member's signature, and never overwrites newer state at the new place",
    arguments: Kind.allCases)
  func refusedByThePlace(kind: Kind) async throws {
    let world = try await MovingWorld()
    let here = try await world.place(.server, "here")
    let (first, second) = try await world.two(at: here)
    let replica = try #require(try first.vault.replica())
    let other = try await world.found("other", at: here)
    try other.vault.add(Sample.password())
    _ = try await other.client.synchronise()
    let stranger = try #require(try other.vault.replica())
    let there = try await world.place(kind, "there")

    func body(_ log: MembershipLog, from head: CommitPosition, seeing seen: CommitPosition = .beginning, signer: VaultReplica) throws
      -> [UInt8]
    {
      func value(_ position: CommitPosition) -> CBORValue { .array([.unsigned(position.number), .bytes(position.hash)]) }
      let signature = try signer.sign(
        .carrying(log.account, by: replica.device, from: head.number, head.hash, log: log.head.hash))
      return CBOREncoder(profile: .deterministic).encode(
        .map([
          1: .bytes(log.account.bytes), 2: .array(log.entries.map { .bytes($0.encoded) }), 3: value(head), 4: value(seen),
          5: .bytes(replica.device.bytes), 6: .bytes(signature),
        ]))
    }
    let head = replica.chain.head
    #expect(try await there.carry(body(replica.log, from: head, signer: stranger)) == 422)
    let founding = try MembershipLog(verifying: Array(replica.log.entries.prefix(2)))
    // An unknown commit: the signature is for another one.
    var forged = try body(replica.log, from: head, signer: replica)
    let place = try #require(forged.firstRange(of: head.hash))
    forged[place.lowerBound] ^= 1
    #expect(await there.carry(forged) == 422)
    #expect(try await there.carry(body(replica.log, from: head, signer: replica)) == 200)
    #expect(try await there.carry(body(replica.log, from: head, signer: replica)) == 200)
    // A shorter log than the one there, and a head that the place has passed.
    #expect(try await there.carry(body(founding, from: head, signer: replica)) == 409)
    let moved = world.client(of: first.vault, at: there)
    _ = try await moved.goOver(from: first.client, formerIsGone: false)
    try first.vault.add(Sample.password(title: "Bank"))
    _ = try await moved.synchronise()
    #expect(try await there.carry(body(replica.log, from: head, seeing: head, signer: replica)) == 409)
    _ = second
  }
}
