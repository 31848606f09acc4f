// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
import CredentialVault
import Foundation
import SecretMemory
import Testing
import VaultSync

@Suite("The bytes of files in a folder that something else carries")
struct FolderFileTests {
  /// Two devices at one folder on the disk.
  private final class Shared {
    let folder = HostileBase.newFolder("folder-files")
    let clock = SyncWorld.Clock()
    let carried: URL
    var path: String { carried.path }
    let first: SyncWorld.Device
    let second: SyncWorld.Device
    let id = Sample.id()

    init() async throws {
      carried = folder.appending(path: "carried")
      try FileManager.default.createDirectory(at: carried, withIntermediateDirectories: true)
      let (clock, path) = (clock, carried.path)
      func client(_ vault: CredentialVault) -> SyncClient {
        SyncClient(vault: vault, exchange: CarriedFolder(path).exchange, now: { clock.now }, pause: { _ in })
      }
      let made = try await CredentialVault.create(
        at: folder.appending(path: "first"), passphrase: SecretBytes(copying: "a".utf8),
        environment: VaultEnvironment(now: { clock.now }, cost: .floor, deviceName: "first"))
      first = SyncWorld.Device(vault: made.vault, client: client(made.vault))
      try await first.client.found()
      try first.vault.add(Sample.password(id))
      _ = try await first.client.synchronise()
      var generator = SystemRandomNumberGenerator()
      let newcomer = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
      let vault = try await CredentialVault.join(
        try await first.client.admit(newcomer, named: "second"), as: newcomer, at: path, in: folder.appending(path: "second"),
        passphrase: SecretBytes(copying: "a".utf8), environment: VaultEnvironment(now: { clock.now }, cost: .floor, deviceName: "second"))
      second = SyncWorld.Device(vault: vault, client: client(vault))
      try vault.add(Sample.password(title: "own"))
      _ = try await second.client.synchronise()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The parts of files that lie there.
    var parts: [URL] {
      let all = FileManager.default.enumerator(at: carried, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
      return all.filter { $0.lastPathComponent.contains(".part-") }.sorted { $0.path < $1.path }
    }
  }

  @Test("A file that one device keeps is had on the other, in parts of 256 KiB that are written once")
  func exchanged() async throws {
    let shared = try await Shared()
    for length in [0, 65_536, 700_000] { try shared.first.vault.attach(sampleContent(length), named: "\(length)", to: shared.id) }
    try await shared.first.client.exchangeAll()
    #expect(shared.parts.count == 1 + 1 + 3)
    try await shared.second.client.exchangeAll()
    for length in [0, 65_536, 700_000] { #expect(try shared.second.vault.content(of: "\(length)", in: shared.id) == sampleContent(length)) }
    let there = shared.parts
    for device in [shared.first, shared.second] { try await device.client.exchangeAll() }
    #expect(shared.parts == there)
    // Sealed: neither a sentence of it nor its name is there.
    for part in there { #expect(try Data(contentsOf: part).range(of: Data(sampleContent(64))) == nil) }
  }

  @Test("A part that is late, half carried, renamed by the carrier or there twice counts once it is whole")
  func carried() async throws {
    let shared = try await Shared()
    let content = sampleContent(700_000)
    try shared.first.vault.attach(content, named: "scan", to: shared.id)
    try await shared.first.client.exchangeAll()
    let parts = shared.parts
    let (late, half, renamed) = (parts[0], parts[1], parts[2])
    let whole = try Data(contentsOf: half)
    let away = shared.folder.appending(path: "away")
    try FileManager.default.moveItem(at: late, to: away)
    try await shared.second.client.exchangeAll()
    #expect(shared.second.vault.refusal(of: "scan", in: shared.id) == .attachmentAwaited)
    try FileManager.default.moveItem(at: away, to: late)
    // Half of it, of a length that chunks may have, and then some other bytes in it.
    for spoiled in [whole.prefix(65_552), Data(repeating: 7, count: whole.count)] {
      try spoiled.write(to: half)
      try await shared.second.client.exchangeAll()
      #expect(shared.second.vault.refusal(of: "scan", in: shared.id) == .attachmentAwaited)
      #expect(await shared.second.client.refusedFiles.isEmpty, "what is not whole is no lie")
    }
    try whole.write(to: half)
    let name = renamed.lastPathComponent
    let conflict = name.prefix(64) + ".sync-conflict-20260102-030405-ABC" + name.dropFirst(64)
    try FileManager.default.moveItem(at: renamed, to: renamed.deletingLastPathComponent().appending(path: String(conflict)))
    try whole.write(to: half.deletingLastPathComponent().appending(path: "copy of \(half.lastPathComponent)"))
    try await shared.second.client.exchangeAll()
    #expect(try shared.second.vault.content(of: "scan", in: shared.id) == content)
  }

  /// What somebody who can write into the folder puts there.
  enum Foreign: CaseIterable { case junkUnderItsOwnHash, otherCount, farAway, notOurs, link }

  @Test("What somebody else puts beside the parts is passed over or refused, and takes nothing along", arguments: Foreign.allCases)
  func foreign(_ what: Foreign) async throws {
    let shared = try await Shared()
    try shared.first.vault.attach(sampleContent(300_000), named: "scan", to: shared.id)
    try shared.first.vault.attach([1, 2, 3], named: "note", to: shared.id)
    try await shared.first.client.exchangeAll()
    let part = try #require(shared.parts.first { $0.lastPathComponent.hasSuffix(".part-0-5") })
    let place = part.deletingLastPathComponent()
    let junk = [UInt8](repeating: 5, count: 4 * 65_552)
    let added: URL
    switch what {
    case .junkUnderItsOwnHash:
      try FileManager.default.removeItem(at: part)
      added = place.appending(path: "\(FolderOnDisk.hash(junk)).part-0-5")
    case .otherCount: added = place.appending(path: "\(FolderOnDisk.hash(junk)).part-0-4")
    case .farAway: added = place.appending(path: "\(FolderOnDisk.hash(junk)).part-99999999999999999999-5")
    case .notOurs: added = place.appending(path: "README.part-0-5")
    case .link: added = place.appending(path: "\(FolderOnDisk.hash(junk)).part-1-5")
    }
    if what == .link {
      try FileManager.default.createSymbolicLink(at: added, withDestinationURL: URL(filePath: "/dev/zero"))
    } else {
      try Data(junk).write(to: added)
    }
    try await shared.second.client.exchangeAll()
    #expect(try shared.second.vault.content(of: "note", in: shared.id) == [1, 2, 3])
    if what == .junkUnderItsOwnHash {
      #expect(await shared.second.client.refusedFiles.count == 1)
      #expect(shared.second.vault.refusal(of: "scan", in: shared.id) == .attachmentAwaited)
      #expect(shared.second.vault.check().findings.isEmpty)
    } else {
      #expect(try shared.second.vault.content(of: "scan", in: shared.id) == sampleContent(300_000))
    }
  }

  @Test("The parts of a file that no record names go once every device has seen that, with what a crash left of one")
  func removal() async throws {
    let shared = try await Shared()
    try shared.first.vault.attach(sampleContent(300_000), named: "scan", to: shared.id)
    try shared.first.vault.attach([1, 2, 3], named: "note", to: shared.id)
    for device in [shared.first, shared.second] { try await device.client.exchangeAll() }
    let place = try #require(shared.parts.first { $0.lastPathComponent.hasSuffix("-5") }).deletingLastPathComponent()
    try Data([1]).write(to: place.appending(path: ".passfold-0011.tmp"))
    try shared.first.vault.removeAttachment(named: "scan", from: shared.id)
    try await shared.first.client.exchangeAll()
    #expect(FileManager.default.fileExists(atPath: place.path), "the other device has not seen it")
    try await shared.second.client.exchangeAll()
    #expect(!FileManager.default.fileExists(atPath: place.path))
    #expect(shared.parts.count == 1)
    for device in [shared.first, shared.second] { try await device.client.exchangeAll() }
    #expect(try shared.second.vault.content(of: "note", in: shared.id) == [1, 2, 3])
  }

  @Test("A device that joins at a folder has the files that lie there")
  func joining() async throws {
    let shared = try await Shared()
    try shared.first.vault.attach([1, 2, 3], named: "note", to: shared.id)
    try await shared.first.client.exchangeAll()
    // The first device is gone; the second never took the file, and brings it from the folder alone.
    try await shared.second.client.exchangeAll()
    #expect(try shared.second.vault.content(of: "note", in: shared.id) == [1, 2, 3])
  }
}
