// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialVault
import Foundation
import SecretMemory
import SyncServer
import Synchronization
import Testing
import VaultSync

@Suite("Another name for a device")
struct RenamingTests {
  private func names(_ device: SyncWorld.Device) async throws -> [String: String?] {
    Dictionary(uniqueKeysWithValues: try await device.client.devices().map { ($0.device.text, $0.name) })
  }

  private func own(_ device: SyncWorld.Device) async throws -> DeviceIdentifier {
    try #require(try await device.client.present()).device
  }

  @Test("that one gives, itself or another, is what all show once they have exchanged")
  func shown() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    let second = try await world.join("second", by: first)
    let (one, other) = (try await own(first), try await own(second))
    #expect(try await names(first) == [one.text: nil, other.text: "second"])
    _ = try await second.client.synchronise()
    try await second.client.rename(one, to: "Desk")
    try await second.client.rename(other, to: "Küche")
    _ = try await first.client.synchronise()
    #expect(try await names(first) == [one.text: "Desk", other.text: "Küche"])
    #expect(try await names(second) == names(first))
    #expect(try await first.client.device(named: "Küche").device == other)
    #expect(await refusal { _ = try await first.client.device(named: "second") }?.code == .noSuchDevice)
  }

  @Test("stays readable when the epoch changes, and after the vault was closed and opened")
  func kept() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    let second = try await world.join("second", by: first)
    let third = try await world.join("third", by: first)
    let one = try await own(first)
    try await first.client.rename(one, to: "Desk")
    try await first.client.remove(try await own(third))
    _ = try await second.client.synchronise()
    try await second.client.rename(try await own(second), to: "Laptop")
    _ = try await first.client.synchronise()
    first.vault.lock()
    try await first.vault.unlock(passphrase: SecretBytes(copying: "a".utf8))
    await first.client.forget()
    for device in [first, second] { #expect(try await names(device).values.compactMap(\.self).sorted() == ["Desk", "Laptop"]) }
  }

  @Test("leads to a removed device as well, so that what it knew can be listed again")
  func removed() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    let second = try await world.join("second", by: first)
    let third = try await world.join("third", by: first)
    let (other, last) = (try await own(second), try await own(third))
    #expect(try await first.client.deviceOrRemoved(named: "second").wasRemoved == false)
    try await first.client.rename(other, to: "Kitchen")
    try await first.client.remove(other)
    try await first.client.remove(last)
    for query in ["Kitchen", String(other.text.prefix(8))] {
      let found = try await first.client.deviceOrRemoved(named: query)
      #expect(found.device == other && found.name == "Kitchen" && found.wasRemoved)
      #expect(await refusal { _ = try await first.client.device(named: query) }?.code == .noSuchDevice)
    }
    #expect(try await first.client.deviceOrRemoved(named: "third").device == last)
    #expect(await refusal { _ = try await first.client.deviceOrRemoved(named: "second") }?.code == .noSuchDevice)
    // A member of the same name is the one that is meant.
    let fourth = try await world.join("fourth", by: first)
    try await first.client.rename(try await own(fourth), to: "third")
    #expect(try await first.client.deviceOrRemoved(named: "third").device == own(fourth))
  }

  /// Two folders that nothing carries by itself, and a device at each.
  private func apart(_ world: MovingWorld, _ third: String? = nil) async throws -> (first: SyncWorld.Device, second: SyncWorld.Device) {
    let (here, there) = (try await world.place(.folder, "here"), try await world.place(.folder, "there"))
    let first = try await world.found("first", at: here)
    try first.vault.add(Sample.password())
    _ = try await first.client.synchronise()
    if let third { _ = try await world.join(third, by: first, at: here).client.synchronise() }
    let second = try await world.join("second", by: first, at: there)
    for device in [second, first, second] {
      try Self.carry(world)
      _ = try await device.client.synchronise()
    }
    try Self.carry(world)
    return (first, second)
  }

  /// Copies what one folder has and the other lacks, both ways.
  private static func carry(_ world: MovingWorld) throws {
    let folders = ["here", "there"].map { world.folder.appending(path: $0) }
    for (from, to) in [(folders[0], folders[1]), (folders[1], folders[0])] {
      for path in try FileManager.default.subpathsOfDirectory(atPath: from.path).sorted() {
        let (source, target) = (from.appending(path: path), to.appending(path: path))
        guard !FileManager.default.fileExists(atPath: target.path) else { continue }
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: source.path, isDirectory: &isFolder)
        if isFolder.boolValue {
          try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        } else {
          try FileManager.default.copyItem(at: source, to: target)
        }
      }
    }
  }

  private func settle(_ world: MovingWorld, _ devices: [SyncWorld.Device]) async throws {
    for _ in 0..<3 {
      for device in devices {
        try Self.carry(world)
        _ = try await device.client.synchronise()
      }
    }
  }

  @Test("that two devices give at once, in a folder that is not carried meanwhile, splits no log: both names hold, and every edit")
  func apartInFolder() async throws {
    let world = try await MovingWorld()
    let (first, second) = try await apart(world)
    for (device, name) in [(first, "Desk"), (second, "Laptop")] {
      try await device.client.rename(try await own(device), to: name)
      try device.vault.add(Sample.password(title: "Bank", password: "of \(name)"))
      _ = try await device.client.synchronise()
    }
    try await settle(world, [first, second])
    for device in [first, second] {
      #expect(try await names(device).values.compactMap(\.self).sorted() == ["Desk", "Laptop"])
      #expect(try device.vault.passwords(titled: "Bank") == ["of Desk", "of Laptop"])
      #expect(device.vault.pendingCount == 0)
      #expect(try await device.client.present()?.state.alarm == nil)
    }
    #expect(try await first.client.comparisonWords() == second.client.comparisonWords())
  }

  @Test("gives way to a removal that was made at the same time elsewhere, and is given again behind it")
  func besideRemoval() async throws {
    let world = try await MovingWorld()
    let (first, second) = try await apart(world, "third")
    try await second.client.rename(try await own(second), to: "Laptop")
    try second.vault.add(Sample.password(title: "Bank", password: "of Laptop"))
    _ = try await second.client.synchronise()
    try await first.client.remove(try await first.client.device(named: "third").device)
    try await settle(world, [second, first])
    for device in [first, second] {
      #expect(try await names(device).values.compactMap(\.self).sorted() == ["Laptop"])
      #expect(try device.vault.passwords(titled: "Bank") == ["of Laptop"])
      #expect(try await device.client.present()?.state.alarm == nil)
    }
    #expect(try await first.client.present()?.log.epoch == second.client.present()?.log.epoch)
  }

  @Test("gives way to a removal also where two were given and nothing was committed since, without a failure in between")
  func twoBesideRemoval() async throws {
    let world = try await MovingWorld()
    let (first, second) = try await apart(world, "third")
    try await second.client.rename(try await own(second), to: "Laptop")
    try await second.client.rename(try await own(first), to: "Desk")
    try await first.client.remove(try await first.client.device(named: "third").device)
    try await settle(world, [second, first])
    for device in [first, second] {
      #expect(try await names(device).values.compactMap(\.self).sorted() == ["Desk", "Laptop"])
      #expect(try await device.client.present()?.state.alarm == nil)
    }
  }

  @Test("is, of two that are given at once, the one that reached the server last")
  func atOnce() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    let wire = SyncWorld.Wire()
    let second = try await world.join("second", by: first, through: wire)
    _ = try await second.client.synchronise()
    let one = try await own(first)
    let isFirst = Mutex(true)
    wire.before { request in
      // The first device's entry is placed while the second's is on its way.
      if request.method == "POST", request.path == "/v1/log", isFirst.withLock({ $0 }) {
        isFirst.withLock { $0 = false }
        try await first.client.rename(one, to: "Desk")
      }
      return nil
    }
    try await second.client.rename(one, to: "Attic")
    #expect(wire.requests.count { $0 == "POST /v1/log" } == 2)
    _ = try await first.client.synchronise()
    for device in [first, second] {
      #expect(try await device.client.devices().first { $0.device == one }?.name == "Attic")
      #expect(try #require(try await device.client.present()).log.entries.count == 5)
    }
  }

  @Test("is given to no device that was removed meanwhile, and not twice")
  func refused() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    let second = try await world.join("second", by: first)
    let third = try await world.join("third", by: first)
    _ = try await second.client.synchronise()
    #expect(await refusal { try await second.client.rename(own(second), to: "third") }?.code == .deviceNameTaken)
    let gone = try await own(third)
    try await first.client.remove(gone)
    #expect(await refusal { try await second.client.rename(gone, to: "Attic") }?.code == .noSuchDevice)
    // A name is free again with its device.
    try await second.client.rename(own(second), to: "third")
    #expect(try await names(second).values.compactMap(\.self) == ["third"])
  }

  @Test("gives the only device of an account its computer's name, once")
  func founder() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    let one = try await own(first)
    try await first.client.nameFounder("")
    #expect(try await names(first) == [one.text: nil])
    try await first.client.nameFounder("vm")
    try await first.client.nameFounder("desk")
    #expect(try await names(first) == [one.text: "vm"])
    let second = try await world.join("laptop", by: first)
    _ = try await second.client.synchronise()
    #expect(try await names(second)[one.text] == "vm")
  }

  @Test("is given to nobody by itself where there are other devices")
  func founderWithOthers() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    _ = try await world.join("laptop", by: first)
    try await first.client.nameFounder("vm")
    #expect(try await names(first)[try await own(first).text] == .some(nil))
  }

  @Test("is not sent where the device is called that already")
  func quiet() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    let one = try await own(first)
    try await first.client.rename(one, to: "Desk")
    world.wire.forgetRequests()
    try await first.client.rename(one, to: "Desk")
    #expect(world.wire.requests.isEmpty)
  }

  @Test("is refused by a server that does not know of it; nothing has changed then, and everything goes on")
  func olderServer() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    let one = try await own(first)
    world.wire.before { request in
      guard request.method == "POST", request.path == "/v1/log" else { return nil }
      return SyncResponse(status: 400, body: Answer(SyncServerError(.unsupportedVersion)).encoded)
    }
    let refused = await refusal { try await first.client.rename(one, to: "Desk") }
    #expect(refused?.code == .refused && refused?.detail == "unsupported_version")
    #expect(try await names(first) == [one.text: nil])
    try first.vault.add(Sample.password())
    #expect(try await first.client.synchronise().sentCount == 1)
    #expect(try #require(try await first.client.present()).state.alarm == nil)
  }
}
