// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialVault
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
