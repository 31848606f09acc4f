// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import GRDB
import OneTimeCodes
import SecretMemory
import Testing

/// One bit of one file, chosen by the seeded generator for each round.
private struct Flip: CustomStringConvertible {
  let file: String
  let byte: Int
  let bit: Int

  var description: String { "\(file) byte \(byte) bit \(bit)" }

  /// Half of the flips hit any byte of all files with equal probability; the other half choose each file equally often.
  init(in files: [String: Data], using generator: inout SeededGenerator) {
    let names = files.keys.filter { files[$0]?.isEmpty == false }.sorted()
    let total = names.reduce(0) { $0 + (files[$1]?.count ?? 0) }
    var place = Int.random(in: 0..<total, using: &generator)
    var chosen = names.randomElement(using: &generator) ?? ""
    if Bool.random(using: &generator) {
      for name in names {
        chosen = name
        if place < files[name]?.count ?? 0 { break }
        place -= files[name]?.count ?? 0
      }
    } else {
      place = Int.random(in: 0..<(files[chosen]?.count ?? 1), using: &generator)
    }
    (file, byte, bit) = (chosen, place, Int.random(in: 0..<8, using: &generator))
  }
}

@Suite("A flipped bit")
struct FlipTests {
  /// The outcome of one flip.
  private enum Outcome: String {
    /// Opening or unlocking is refused, and a check names a file or an entry of the log.
    case refused
    /// The passphrase slot was changed, so the right passphrase is reported as wrong.
    case slot
    /// A check names what is damaged, and everything else can be read.
    case named
    /// A cache that the vault rebuilt from the records.
    case healed
    /// An unused byte: the readable content of all files is unchanged.
    case meaningless
  }

  private static let count = ProcessInfo.processInfo.environment["PASSFOLD_FLIPS"].flatMap { Int($0) } ?? 200
  private static let seed = ProcessInfo.processInfo.environment["PASSFOLD_FLIP_SEED"].flatMap { UInt64($0) } ?? 20_261_123

  @Test("anywhere in the vault's files is detected and named, the rest stays readable, and nothing opens with other content")
  func anywhere() async throws {
    let whole = try await WholeVault()
    var generator = SeededGenerator(seed: Self.seed)
    var outcomes: [String: [Outcome: Int]] = [:]
    for round in 0..<Self.count {
      let image = whole.images[round % whole.images.count]
      let flip = Flip(in: image, using: &generator)
      // This is recorded before the attempt, so that a trap leaves its cause behind.
      try Data("seed \(Self.seed) round \(round): \(flip)\n".utf8).write(to: whole.fixture.base.appending(path: "last-flip"))
      guard let outcome = try await self.outcome(of: flip, in: image, whole) else { continue }
      outcomes[Self.kind(flip.file), default: [:]][outcome, default: 0] += 1
    }
    for (file, counts) in outcomes.sorted(by: { $0.key < $1.key }) {
      let told = counts.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.value) \($0.key.rawValue)" }
      print("flips in \(file): \(told.joined(separator: ", "))")
    }
  }

  private static func kind(_ file: String) -> String { file.hasSuffix(".passfold") ? "snapshots/*.passfold" : file }

  /// Tries one flip. Records an issue and returns nil if the flip is neither detected nor without effect.
  private func outcome(of flip: Flip, in image: [String: Data], _ whole: WholeVault) async throws -> Outcome? {
    var files = image
    files[flip.file]?[flip.byte] ^= 1 << flip.bit
    let fixture = whole.scratch
    try whole.lay(files)
    let before = try? whole.tables(of: fixture)
    let vault: CredentialVault
    do {
      vault = try fixture.open()
    } catch {
      return try expectNamed(flip, "refused to open: \(code { throw error }.map(String.init(describing:)) ?? "?")", fixture)
    }
    do {
      if flip.file.hasPrefix("vault.keys") {
        try await vault.unlock(passphrase: VaultFixture.secret())
      } else {
        try vault.unlock(besides: whole.opened)
      }
    } catch {
      let refusal = code { throw error }
      if flip.file == "vault.keys", refusal == .wrongPassphrase || refusal == .tampered { return .slot }
      if vault.check().told.isEmpty { Issue.record("\(flip): unlocking failed unreported (\(String(describing: refusal)))") }
      return .refused
    }
    let check = vault.check()
    let unreadable = whole.differences(in: vault) { Issue.record("\(flip): \($0)") }
    let named = Set(check.findings.filter { $0.subject == .record || $0.subject == .attachment }.map(\.name))
    for file in whole.unreadableFiles(in: vault, besides: unreadable, { Issue.record("\(flip): \($0)") }) where !named.contains(file) {
      Issue.record("\(flip): file \(file) is unreadable but not reported")
    }
    for id in unreadable where !named.contains(id.description) { Issue.record("\(flip): record \(id) is unreadable but not reported") }
    if !check.findings.isEmpty { return .named }
    if try whole.isMadeAnew(flip.file, than: files) { return .healed }
    vault.retire()
    // In every other file, each byte matters.
    let isSame = try flip.file.hasPrefix("vault.sqlite") && whole.hasSameMeaning(as: image, before)
    if !isSame { Issue.record("\(flip): the stored content changed, and nothing is reported") }
    return isSame ? .meaningless : nil
  }

  private func expectNamed(_ flip: Flip, _ what: String, _ fixture: VaultFixture) throws -> Outcome? {
    guard try CredentialVault.check(at: fixture.folder).told.isEmpty else { return .refused }
    Issue.record("\(flip): \(what), and nothing is reported")
    return nil
  }
}

/// A vault with content in each of its files, and the expected content.
private final class WholeVault {
  let fixture = VaultFixture()
  /// The folder for the damaged copies.
  let scratch: VaultFixture
  /// A closed vault, one whose process was killed, and one that received account reports while it was locked.
  private(set) var images: [[String: Data]] = []
  /// The vault itself, open.
  private(set) var opened: CredentialVault
  private var expected: [RecordIdentifier: String] = [:]
  /// The records' attached files, by the name that a check uses for them.
  private var files: [String: (id: RecordIdentifier, name: String, content: [UInt8])] = [:]

  init() async throws {
    scratch = VaultFixture(clock: fixture.clock)
    let vault = try await fixture.create()
    for number in 0..<24 {
      switch number % 4 {
      case 0: try vault.add(.oneTimeCode(Sample.codes()))
      case 1: try vault.add(.passkey(Sample.passkey(userName: "ada \(number)")))
      default:
        let record = Sample.password(
          title: "Shop \(number)", password: "open sesame \(number)" + String(repeating: "x", count: number * 60))
        try vault.add(.password(record))
        if number % 5 == 0 { try vault.moveToTrash(record.id) }
      }
    }
    // Some of the records have files, one of them with two chunks.
    for (number, summary) in try vault.summaries().prefix(4).enumerated() {
      let content = (0..<number * 300 + (number == 3 ? 66_000 : 0)).map { UInt8($0 * 31 % 251) }
      try vault.attach(content, named: "file \(number)", to: summary.id)
    }
    _ = try vault.takeSnapshot(.daily)
    for number in 0..<6 {
      try vault.remember(
        ReleaseNote(
          date: fixture.clock.now, door: .management, kind: .password, record: nil, title: "Shop \(number)", user: "", recipient: "somebody"
        ))
    }
    // The vault is closed once, so that index and journal both exist, and then changed slightly.
    vault.retire()
    opened = try fixture.open()
    try await opened.unlock(passphrase: VaultFixture.secret())
    try opened.add(.password(Sample.password(title: "Late")))
    try opened.add(.password(Sample.password(title: "Latest")))
    images.append(try allFiles())
    opened.retire()
    images.append(try allFiles())
    opened = try fixture.open()
    try opened.keep(.unknownPasskey(relyingPartyID: "shop.example", credentialID: [1, 2, 3]))
    try opened.keep(.unusedPassword(domain: "shop.example", user: "ada"))
    images.append(try allFiles())
    try await opened.unlock(passphrase: VaultFixture.secret())
    for summary in try opened.summaries() + opened.trashedSummaries() {
      expected[summary.id] = try Self.content(summary.id, of: opened)
      for file in try opened.attachments(of: summary.id) {
        files["\(summary.id)/\(file.name)"] = (summary.id, file.name, try opened.content(of: file.name, in: summary.id))
      }
    }
  }

  /// Whether the vault has rewritten a file that it can rebuild from others. A journal is rebuilt if its index is.
  func isMadeAnew(_ file: String, than files: [String: Data]) throws -> Bool {
    switch file {
    case "index.sealed", "witness.sealed": try Data(contentsOf: scratch.file(file)) != files[file]
    case "index.journal": try Data(contentsOf: scratch.file("index.sealed")) != files["index.sealed"]
    case "snapshots/witness.sealed": try Data(contentsOf: URL(filePath: scratch.folder.path + ".snapshots/witness.sealed")) != files[file]
    default: false
    }
  }

  /// Everything that a record contains, in a form that is easy to compare.
  private static func content(_ id: RecordIdentifier, of vault: CredentialVault) throws -> String {
    switch try vault.record(id) {
    case .password(let record): "\(record.title)|\(record.user)|\(record.services)|\(record.password.text)"
    case .passkey(let record):
      "\(record.relyingPartyID)|\(record.userName)|\(record.credentialID)|\(record.privateKey.withBytes { Array($0) })"
    case .oneTimeCode(let record):
      "\(record.title)|\(record.account)|\(record.services)|\(record.parameters.secret.withBytes { Array($0) })"
    case .note(let record): "\(record.title)|\(record.text.text)"
    case .card(let record): "\(record.title)|\(record.number.text)"
    case .identity(let record): "\(record.title)|\(record.documents.map(\.number.text))"
    }
  }

  /// Returns the records that do not open, and reports those that open with other content.
  func differences(in vault: CredentialVault, _ tell: (String) -> Void) -> Set<RecordIdentifier> {
    var unreadable: Set<RecordIdentifier> = []
    for (id, content) in expected {
      guard let found = try? Self.content(id, of: vault) else {
        unreadable.insert(id)
        continue
      }
      if found != content { tell("record \(id) says something else: \(found)") }
    }
    let listed = ((try? vault.summaries()) ?? []) + ((try? vault.trashedSummaries()) ?? [])
    for summary in listed where expected[summary.id] == nil { tell("lists \(summary.id), which was never stored") }
    for id in expected.keys where !unreadable.contains(id) && !listed.contains(where: { $0.id == id }) { tell("does not list \(id)") }
    return unreadable
  }

  /// Returns the files of readable records that cannot be read, named as a check names them, and reports those with other content.
  func unreadableFiles(in vault: CredentialVault, besides unreadable: Set<RecordIdentifier>, _ tell: (String) -> Void) -> Set<String> {
    var torn: Set<String> = []
    for (called, file) in files where !unreadable.contains(file.id) {
      guard let content = try? vault.content(of: file.name, in: file.id) else {
        torn.insert(called)
        continue
      }
      if content != file.content { tell("file \(called) says something else") }
    }
    return torn
  }

  private var folders: [(prefix: String, url: URL)] { Self.folders(of: fixture) }

  private static func folders(of fixture: VaultFixture) -> [(prefix: String, url: URL)] {
    [("", fixture.folder), ("snapshots/", URL(filePath: fixture.folder.path + ".snapshots"))]
  }

  /// Every file except the lock, whose content means nothing, and the connections' shared memory, which is recreated.
  private func allFiles() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for (prefix, url) in folders {
      for name in try FileManager.default.contentsOfDirectory(atPath: url.path) where name != "vault.lock" && !name.hasSuffix("-shm") {
        files[prefix + name] = try Data(contentsOf: url.appending(path: name))
      }
    }
    return files
  }

  /// Writes a damaged copy to the scratch folder.
  func lay(_ files: [String: Data]) throws {
    try? FileManager.default.removeItem(at: scratch.folder.deletingLastPathComponent())
    for (_, url) in Self.folders(of: scratch) {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    for (name, data) in files {
      let folder = name.hasPrefix("snapshots/") ? scratch.folder.path + ".snapshots/" : scratch.folder.path + "/"
      try data.write(to: URL(filePath: folder + name.replacing("snapshots/", with: "")))
    }
  }

  /// Returns all rows of all tables, without the number that only caches are compared by.
  func tables(of fixture: VaultFixture) throws -> [[String]] {
    let copy = fixture.base.appending(path: "tables-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: copy) }
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: fixture.file("vault.sqlite" + suffix).path) {
      try FileManager.default.copyItem(at: fixture.file("vault.sqlite" + suffix), to: copy.appending(path: "vault.sqlite" + suffix))
    }
    let queue = try DatabaseQueue(path: copy.appending(path: "vault.sqlite").path)
    defer { try? queue.close() }
    return try queue.read { database in
      try ["SELECT * FROM log ORDER BY sequence", "SELECT * FROM record ORDER BY name", "SELECT * FROM blob_chunk ORDER BY blob, number"]
        .map { sql in
          try Row.fetchAll(database, sql: sql).map { $0.databaseValues.map(Self.text).joined(separator: "|") }
        }
    }
  }

  private static func text(_ value: DatabaseValue) -> String {
    switch value.storage {
    case .blob(let data): data.base64EncodedString()
    case .int64(let number): String(number)
    default: "\(value.storage)"
    }
  }

  /// Whether the tables are those of the undamaged image.
  func hasSameMeaning(as image: [String: Data], _ found: [[String]]?) throws -> Bool {
    try lay(image)
    return try found == tables(of: scratch)
  }
}
