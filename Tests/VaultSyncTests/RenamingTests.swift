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

@Suite("Renaming a device")
struct RenamingTests {
  private func names(_ device: SyncWorld.Device) async throws -> [String: String?] {
    Dictionary(uniqueKeysWithValues: try await device.client.devices().map { ($0.device.text, $0.name) })
  }

  private func own(_ device: SyncWorld.Device) async throws -> DeviceIdentifier {
    try #require(try await device.client.present()).device
  }

  @Test("shows the new name on every device after an exchange, whichever device gave it")
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

  @Test("keeps names readable after a change of epoch and after the vault is reopened")
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

  @Test("lets a removed device be found by its name, after members with the same name")
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
    // A member with the same name takes precedence.
    let fourth = try await world.join("fourth", by: first)
    try await first.client.rename(try await own(fourth), to: "third")
    #expect(try await first.client.deviceOrRemoved(named: "third").device == own(fourth))
  }

  /// Two folders that are not carried automatically, with a device at each.
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

  /// Copies the missing files between the folders, both ways.
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

  @Test("keeps both names and every edit when two devices rename at folders that are not carried meanwhile")
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

  @Test("is repeated after a concurrent removal of a device")
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

  @Test("is repeated after a concurrent removal even for two names without a commit in between")
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

  @Test("keeps the name that reached the server last, if two are given at the same time")
  func atOnce() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    let wire = SyncWorld.Wire()
    let second = try await world.join("second", by: first, through: wire)
    _ = try await second.client.synchronise()
    let one = try await own(first)
    let isFirst = Mutex(true)
    wire.before { request in
      // The first device's entry is placed while the second one's is on its way.
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

  @Test("is refused for a removed device and for a name that is taken")
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
    // A name is free again once its device is removed.
    try await second.client.rename(own(second), to: "third")
    #expect(try await names(second).values.compactMap(\.self) == ["third"])
  }

  @Test("gives an account's only device its computer's name, once")
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

  @Test("gives no automatic name if there are other devices")
  func founderWithOthers() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    _ = try await world.join("laptop", by: first)
    try await first.client.nameFounder("vm")
    #expect(try await names(first)[try await own(first).text] == .some(nil))
  }

  @Test("sends nothing if the device already has the name")
  func quiet() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    let one = try await own(first)
    try await first.client.rename(one, to: "Desk")
    world.wire.forgetRequests()
    try await first.client.rename(one, to: "Desk")
    #expect(world.wire.requests.isEmpty)
  }

  @Test("changes nothing if the server does not support it, and synchronising continues")
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
