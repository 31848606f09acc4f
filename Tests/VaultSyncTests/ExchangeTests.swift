// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
import CredentialVault
import Foundation
import SecretMemory
import SyncModel
import Testing
import VaultSync

@Suite("Synchronising devices of an account")
struct ExchangeTests {
  @Test("a record added on one device appears on the other")
  func added() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    try first.vault.add(Sample.password())
    #expect(try await first.client.synchronise().sentCount == 1)
    let second = try await world.join("second", by: first)
    let outcome = try await second.client.synchronise()
    #expect(outcome.hasChanged)
    #expect(try second.vault.passwords() == ["open sesame"])
    #expect(second.vault.pendingCount == 0)
  }

  @Test("concurrent changes of a login keep the later password, and the other in its history")
  func merged() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    let second = try await world.join("second", by: first)
    let id = Sample.id()
    try first.vault.add(Sample.password(id))
    _ = try await first.client.synchronise()
    _ = try await second.client.synchronise()
    world.clock.advance(by: 10)
    try first.vault.replace(Sample.password(id, password: "from the first"))
    world.clock.advance(by: 10)
    try second.vault.replace(Sample.password(id, password: "from the second"))
    for device in [first, second, first, second] { _ = try await device.client.synchronise() }
    for device in [first, second] {
      #expect(try device.vault.passwords() == ["from the second"])
      guard case .password(let record) = try device.vault.record(id) else { throw VaultSyncError(.canceled) }
      let former = record.history.map { $0.password.withBytes { String(decoding: $0, as: UTF8.self) } }
      #expect(Set(former).isSuperset(of: ["from the first"]))
      #expect(device.vault.pendingCount == 0)
    }
  }

  @Test("two passkeys under one record name are both kept, on both devices")
  func passkeys() async throws {
    let world = try await SyncWorld()
    let (first, second) = try await world.two()
    let id = Sample.id()
    try first.vault.add(Sample.passkey(id, key: 1))
    try second.vault.add(Sample.passkey(id, key: 2))
    for device in [first, second, first, second] { _ = try await device.client.synchronise() }
    for device in [first, second] {
      let keys = try device.vault.summaries().map { summary -> UInt8 in
        guard case .passkey(let record) = try device.vault.record(summary.id) else { throw VaultSyncError(.canceled) }
        return record.privateKey.withBytes { $0[0] }
      }
      #expect(Set(keys) == [1, 2])
    }
  }

  @Test("a removed device is refused, keeps its records and gets no later ones")
  func removed() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    let second = try await world.join("second", by: first)
    try first.vault.add(Sample.password())
    _ = try await first.client.synchronise()
    _ = try await second.client.synchronise()
    let device = try #require(try await second.client.present()).device
    try await first.client.remove(device)
    try first.vault.add(Sample.password(title: "Later"))
    _ = try await first.client.synchronise()
    let refused = await refusal { _ = try await second.client.synchronise() }
    #expect(refused?.verdict?.code == .removed || refused?.code == .loginRefused)
    #expect(try second.vault.passwords() == ["open sesame"])
    #expect(try first.vault.passwords(titled: "Later") == ["open sesame"])
  }

  @Test("an exchange without changes sends only one request and writes nothing")
  func quiet() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    try first.vault.add(Sample.password())
    _ = try await first.client.synchronise()
    world.wire.forgetRequests()
    for _ in 0..<3 { _ = try await first.client.synchronise() }
    #expect(world.wire.requests.allSatisfy { $0 == "GET /v1/changes" })
    #expect(world.wire.requests.count == 3)
    world.wire.forgetRequests()
    _ = try await first.client.send()
    #expect(world.wire.requests.isEmpty)
  }

  @Test("versions that are served again leave a change of this device as it is")
  func servedAgain() async throws {
    let world = try await SyncWorld()
    let id = Sample.id()
    let (_, second) = try await world.two(having: [Sample.password(id)])
    try second.vault.replace(Sample.password(id, password: "changed here"))
    var replica = try #require(try second.vault.replica())
    try second.vault.store({ $0.cursor = [] }, in: &replica)
    let client = world.client(of: second.vault)
    #expect(try await client.synchronise().takenCount > 0)
    #expect(try second.vault.passwords() == ["changed here"])
    // Merging the known version with the change again would have made another revision.
    #expect(try #require(try await client.present()).chain.versions.values.map(\.item.revision) == [2])
  }

  @Test("a commit whose answer is lost is not duplicated and raises no alarm")
  func lostAnswer() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    _ = try await first.client.synchronise()
    try first.vault.add(Sample.password())
    world.wire.meddle { request, answer in
      if request.path == "/v1/commits" { throw VaultSyncError(.unreachable) }
      return answer
    }
    #expect(await refusal { _ = try await first.client.synchronise() }?.code == .unreachable)
    world.wire.meddle(nil)
    _ = try await first.client.synchronise()
    #expect(first.vault.pendingCount == 0)
    let second = try await world.join("second", by: first)
    _ = try await second.client.synchronise()
    #expect(try second.vault.passwords() == ["open sesame"])
  }

  @Test("a new device gets more than a thousand records and the same chain")
  func checkpoint() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    try first.vault.add(contentsOf: (0..<1_200).map { Sample.password(title: "Shop \($0)") })
    _ = try await first.client.synchronise()
    try first.vault.add(Sample.password())
    _ = try await first.client.synchronise()
    #expect(world.wire.requests.contains("POST /v1/commits"))
    let second = try await world.join("second", by: first)
    _ = try await second.client.synchronise()
    #expect(try second.vault.summaries().count == 1_201)
    // The new device has committed its first heartbeat.
    _ = try await first.client.synchronise()
    let (a, b) = (try #require(try await first.client.present()), try #require(try await second.client.present()))
    #expect(a.chain.root == b.chain.root)
    #expect(a.chain.head == b.chain.head)
  }

  @Test("a reopened vault continues where it was")
  func reopened() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    try first.vault.add(Sample.password())
    _ = try await first.client.synchronise()
    await first.client.forget()
    first.vault.lock()
    try await first.vault.unlock(passphrase: SecretBytes(copying: "a".utf8))
    try first.vault.add(Sample.password(title: "Later"))
    #expect(first.vault.pendingCount == 1)
    #expect(try await first.client.synchronise().sentCount == 1)
  }

  @Test("a record from an old copy returns as a new one after its tombstone was forgotten")
  func returning() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    let second = try await world.join("second", by: first)
    let (record, other) = (Sample.id(), Sample.id())
    try first.vault.add(contentsOf: [Sample.password(record, title: "Returning"), Sample.password(other, title: "Other")])
    for device in [first, second] { _ = try await device.client.synchronise() }
    // An old copy of the second device, restored years later.
    await second.client.forget()
    try FileManager.default.copyItem(at: world.folder.appending(path: "second"), to: world.folder.appending(path: "old"))
    for step in 0..<2 {
      try first.vault.replace(Sample.password(record, title: "Returning", password: "changed \(step)"))
      _ = try await first.client.synchronise()
    }
    try first.vault.moveToTrash(record)
    for device in [first, second] { _ = try await device.client.synchronise() }
    world.clock.advance(by: 8 * 86_400)
    for device in [first, second, first] { _ = try await device.client.synchronise() }
    try first.vault.erase([record])
    // After a pause of more than a year, a checkpoint forgets nothing until the clock has advanced for another week.
    for (days, word) in [(31, "a month"), (8, "a week"), (401, "a year"), (8, "a week more"), (29, "a month more")] {
      world.clock.advance(by: TimeInterval(days) * 86_400)
      try first.vault.replace(Sample.password(other, title: "Other", password: word))
      for device in [first, second, first] { _ = try await device.client.synchronise() }
      let forgotten = try #require(try first.vault.replica()?.chain.checkpointHistory.forgottenThrough)
      #expect((forgotten > 0) == (word == "a month more"), "after \(word)")
    }
    let chain = try #require(try first.vault.replica()?.chain)
    #expect(RecordName(record.bytes).map { chain.versions[$0] == nil } == true)

    let old = try CredentialVault.open(at: world.folder.appending(path: "old"), environment: world.environment(name: "second"))
    try old.unlock(besides: second.vault)
    let client = world.client(of: old)
    try await client.leave()
    try await client.found()
    _ = try await client.synchronise()
    #expect(old.pendingCount == 0)
    // The devices that forgot it have it again, and all agree; a new device gets the same root.
    _ = try await first.client.synchronise()
    #expect(try first.vault.summaries().contains { $0.id == record })
    let third = try await world.join("third", by: first)
    _ = try await third.client.synchronise()
    _ = try await client.synchronise()
    #expect(try third.vault.replica()?.chain.root == old.replica()?.chain.root)
  }
}
