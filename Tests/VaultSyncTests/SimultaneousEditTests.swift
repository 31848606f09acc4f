// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import OneTimeCodes
import SecretMemory
import Testing
import VaultSync

@Suite("Concurrent edits on two devices")
struct SimultaneousEditTests {
  private static func secret(_ text: String) -> SharedSecret { SharedSecret(copying: Array(text.utf8)) }

  @Test("a counter used on both devices continues at the greater value on both", arguments: [true, false])
  func counters(firstIsLater: Bool) async throws {
    let world = try await SyncWorld()
    let id = Sample.id()
    let code = OneTimeCodeRecord(
      id: id, login: nil, services: [], title: "Shop", account: "ada", issuer: nil,
      parameters: try OneTimeCodeParameters(secret: Self.secret("12345678901234567890"), form: .counterBased(counter: 0)))
    let (first, second) = try await world.two(having: [.oneTimeCode(code)])
    let uses = firstIsLater ? [(second, 1), (first, 3)] : [(first, 3), (second, 1)]
    for (device, count) in uses {
      world.clock.advance(by: 10)
      for _ in 0..<count { _ = try device.vault.useCodes(id) }
    }
    // The later device merges.
    for device in [first, second, first, second] { _ = try await device.client.synchronise() }
    for device in [first, second] {
      #expect(try device.vault.useCodes(id).parameters.form == .counterBased(counter: 3))
    }
  }

  @Test("a note and a custom field changed on both devices are each kept twice, and not duplicated again")
  func additions() async throws {
    let world = try await SyncWorld()
    let id = Sample.id()
    let (first, second) = try await world.two(having: [Sample.password(id)])
    for (device, text) in [(first, "first"), (second, "second")] {
      world.clock.advance(by: 10)
      try device.vault.annotate(id) { annotations in
        annotations.note = Self.secret("note of the \(text)")
        annotations.set("PIN", to: Self.secret("PIN of the \(text)"), isHidden: true)
      }
    }
    for device in [first, second, first, second] { _ = try await device.client.synchronise() }
    try second.vault.annotate(id) { $0.isFavourite = true }
    try first.vault.annotate(id) { $0.add(tag: "shops") }
    for device in [first, second, first, second] { _ = try await device.client.synchronise() }
    let day = world.clock.now.formatted(Date.ISO8601FormatStyle().year().month().day())
    for device in [first, second] {
      let annotations = try device.vault.annotations(of: id)
      #expect(annotations.note.map(Self.text) == "note of the second")
      #expect(
        annotations.fields.map { "\($0.name): \(Self.text($0.value))" } == [
          "PIN: PIN of the second", "Note (other device, \(day)): note of the first", "PIN (other device, \(day)): PIN of the first",
        ])
      #expect(annotations.fields.allSatisfy { $0.isHidden })
      #expect(annotations.isFavourite && annotations.tags == ["shops"])
      #expect(device.vault.pendingCount == 0)
    }
  }

  private static func text(_ secret: SharedSecret) -> String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }
}
