// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
import CredentialVault
import Foundation
import SecretMemory
import Testing
import VaultSync

@Suite("Files exchanged through a shared folder")
struct FolderFileTests {
  /// Two devices at one folder on disk.
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

    /// The stored parts of files.
    var parts: [URL] {
      let all = FileManager.default.enumerator(at: carried, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
      return all.filter { $0.lastPathComponent.contains(".part-") }.sorted { $0.path < $1.path }
    }
  }

  @Test("a file is exchanged in encrypted parts of 256 KiB, which are written once")
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
    // Encrypted: the parts contain none of the file's content.
    for part in there { #expect(try Data(contentsOf: part).range(of: Data(sampleContent(64))) == nil) }
  }

  @Test("a late, incomplete, renamed or duplicated part counts once it is complete")
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
    // Half of the part, with a length that chunks may have, and then other bytes in it.
    for spoiled in [whole.prefix(65_552), Data(repeating: 7, count: whole.count)] {
      try spoiled.write(to: half)
      try await shared.second.client.exchangeAll()
      #expect(shared.second.vault.refusal(of: "scan", in: shared.id) == .attachmentAwaited)
      #expect(await shared.second.client.refusedFiles.isEmpty, "an incomplete file is not refused")
    }
    try whole.write(to: half)
    let name = renamed.lastPathComponent
    let conflict = name.prefix(64) + ".sync-conflict-20260102-030405-ABC" + name.dropFirst(64)
    try FileManager.default.moveItem(at: renamed, to: renamed.deletingLastPathComponent().appending(path: String(conflict)))
    try whole.write(to: half.deletingLastPathComponent().appending(path: "copy of \(half.lastPathComponent)"))
    try await shared.second.client.exchangeAll()
    #expect(try shared.second.vault.content(of: "scan", in: shared.id) == content)
  }

  /// A way in which another writer of the folder changes the parts of a file.
  enum Foreign: CaseIterable {
    case junk, bitFlipped, anotherFiles, anotherPlace, exchanged, cut, otherCount, farAway, notOurs, link, folder, missing, emptied

    /// Whether the changed part looks like the file but is not.
    var isRefused: Bool { [.junk, .bitFlipped, .anotherFiles, .anotherPlace, .exchanged].contains(self) }
    var isAwaited: Bool { [.cut, .missing, .emptied].contains(self) }
  }

  @Test(
    "parts that another writer replaces or adds are ignored or refused, and other files are not affected",
    arguments: Foreign.allCases)
  func foreign(_ what: Foreign) async throws {
    let shared = try await Shared()
    let content = sampleContent(500_000)
    try shared.first.vault.attach(content, named: "scan", to: shared.id)
    try shared.first.vault.attach(Array(content.reversed()), named: "other", to: shared.id)
    try shared.first.vault.attach([1, 2, 3], named: "note", to: shared.id)
    try await shared.first.client.exchangeAll()
    let blob = try #require(try shared.first.vault.attachments(of: shared.id).first { $0.name == "scan" }).blob
    let (own, others) = (SyncWayText.hexadecimal(blob.bytes), shared.parts.filter { $0.lastPathComponent.hasSuffix("-8") })
    let parts = others.filter { $0.path.contains(own) }.sorted { $0.lastPathComponent.suffix(5) < $1.lastPathComponent.suffix(5) }
    try #require(parts.count == 2 && others.count == 4)
    let contents = try others.map { Array(try Data(contentsOf: $0)) }
    let bytes = try parts.map { Array(try Data(contentsOf: $0)) }
    let place = parts[0].deletingLastPathComponent()
    func put(_ content: [UInt8], _ suffix: String) throws {
      try Data(content).write(to: place.appending(path: "\(FolderOnDisk.hash(content)).\(suffix)"))
    }
    let junk = [UInt8](repeating: 5, count: 4 * 65_552)
    if what.isRefused || what == .missing || what == .folder { try FileManager.default.removeItem(at: parts[0]) }
    switch what {
    case .junk: try put(junk, "part-0-8")
    case .bitFlipped: try put(Forger.flipped(bytes[0], bit: 70_000), "part-0-8")
    case .anotherFiles: try put(try #require(contents.first { $0.count == bytes[0].count && $0 != bytes[0] }), "part-0-8")
    case .anotherPlace:
      // The second part has the last chunk, which is shorter; everything before it has a length that the first part may have.
      try put(Array(bytes[1].prefix(65_552)) + bytes[0].dropFirst(65_552), "part-0-8")
    case .exchanged: try put(Array(bytes[0].dropFirst(65_552)) + bytes[0].prefix(65_552), "part-0-8")
    case .cut: try Data(bytes[0].dropLast(65_552)).write(to: parts[0])
    case .emptied: try Data().write(to: parts[0])
    case .otherCount: try put(junk, "part-0-9")
    case .farAway: try put(junk, "part-99999999999999999999-8")
    case .notOurs: try Data(junk).write(to: place.appending(path: "README.part-0-8"))
    case .link:
      let name = "\(FolderOnDisk.hash(junk)).part-0-8"
      try FileManager.default.createSymbolicLink(at: place.appending(path: name), withDestinationURL: URL(filePath: "/dev/zero"))
    case .folder:
      try put(bytes[0], "part-0-8")
      try FileManager.default.createDirectory(
        at: place.appending(path: "\(FolderOnDisk.hash(junk)).part-0-8"), withIntermediateDirectories: true)
    case .missing: break
    }
    try await shared.second.client.exchangeAll()
    #expect(try shared.second.vault.content(of: "note", in: shared.id) == [1, 2, 3])
    #expect(try shared.second.vault.content(of: "other", in: shared.id) == content.reversed())
    let refused = await shared.second.client.refusedFiles
    #expect(refused == (what.isRefused ? [blob] : []))
    if what.isRefused || what.isAwaited {
      #expect(shared.second.vault.refusal(of: "scan", in: shared.id) == .attachmentAwaited)
    } else {
      #expect(try shared.second.vault.content(of: "scan", in: shared.id) == content)
    }
    #expect(shared.second.vault.check().findings.isEmpty)
    // After a restart, the device that has the file sends missing parts again; spoiled parts are removed by hand.
    for file in try FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: nil) {
      if what.isRefused || what == .cut || what == .emptied { try FileManager.default.removeItem(at: file) }
    }
    let clock = shared.clock
    let again = SyncClient(vault: shared.first.vault, exchange: CarriedFolder(shared.path).exchange, now: { clock.now }, pause: { _ in })
    try await again.exchangeAll()
    try await shared.second.client.exchangeAll()
    #expect(try shared.second.vault.content(of: "scan", in: shared.id) == content)
  }

  @Test("the parts of an unreferenced file are removed once every device has seen that, with leftovers of a crash")
  func removal() async throws {
    let shared = try await Shared()
    try shared.first.vault.attach(sampleContent(300_000), named: "scan", to: shared.id)
    try shared.first.vault.attach([1, 2, 3], named: "note", to: shared.id)
    for device in [shared.first, shared.second] { try await device.client.exchangeAll() }
    let place = try #require(shared.parts.first { $0.lastPathComponent.hasSuffix("-5") }).deletingLastPathComponent()
    try Data([1]).write(to: place.appending(path: ".passfold-0011.tmp"))
    let early = FolderOnDisk.hash([UInt8](repeating: 1, count: 1_040)) + ".part-4-5"
    try shared.first.vault.removeAttachment(named: "scan", from: shared.id)
    try await shared.first.client.exchangeAll()
    #expect(FileManager.default.fileExists(atPath: place.path), "the other device has not seen the removal")
    try await shared.second.client.exchangeAll()
    #expect(!FileManager.default.fileExists(atPath: place.path))
    #expect(shared.parts.count == 1)
    // Parts that arrive before the commit that names them, or that a carrier brings back, stay for 30 days, even for a restarted device.
    let another = place.deletingLastPathComponent().appending(path: String(repeating: "0b", count: 16))
    try FileManager.default.createDirectory(at: another, withIntermediateDirectories: true)
    try Data([UInt8](repeating: 1, count: 1_040)).write(to: another.appending(path: early))
    let clock = shared.clock
    let started = [shared.first, shared.second].map { device in
      SyncClient(vault: device.vault, exchange: CarriedFolder(shared.path).exchange, now: { clock.now }, pause: { _ in })
    }
    try shared.second.vault.add(Sample.password(title: "later"))
    for client in started + started { try await client.exchangeAll() }
    #expect(shared.parts.count == 2)
    shared.clock.advance(by: 20 * 86_400)
    for client in started + started { try await client.exchangeAll() }
    #expect(shared.parts.count == 2)
    // No commit that names them has arrived.
    shared.clock.advance(by: 20 * 86_400)
    for client in started + started { try await client.exchangeAll() }
    #expect(shared.parts.count == 1 && !FileManager.default.fileExists(atPath: another.path))
    #expect(try shared.second.vault.content(of: "note", in: shared.id) == [1, 2, 3])
  }
}
