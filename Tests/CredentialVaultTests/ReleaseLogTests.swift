// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import Testing

@Suite("The release log")
struct ReleaseLogTests {
  private static func note(_ title: String, at date: Date) -> ReleaseNote {
    ReleaseNote(date: date, door: .autoFill, kind: .code, record: Sample.id(), title: title, user: "ada", recipient: "shop.example")
  }

  private static func titles(_ vault: CredentialVault, before number: UInt64? = nil, limit: Int = 100) throws -> [String] {
    try vault.releases(before: number, limit: limit).entries.map(\.note.title)
  }

  @Test("lists what was released, to whom and when, newest first and in pages")
  func pages() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    let notes = (1...5).map { Self.note("Shop \($0)", at: fixture.clock.now.addingTimeInterval(Double($0))) }
    for note in notes { try vault.remember(note) }
    let page = try vault.releases(limit: 2)
    #expect(page.entries.map(\.note) == [notes[4], notes[3]])
    #expect(page.entries.map(\.number) == [5, 4] && page.total == 5 && page.missing == 0)
    #expect(try Self.titles(vault, before: 4, limit: 2) == ["Shop 3", "Shop 2"])
    #expect(try Self.titles(vault, before: 2) == ["Shop 1"])
  }

  @Test("is in the file when a release returns, so a killed process loses nothing")
  func killed() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    try vault.remember(Self.note("Shop", at: fixture.clock.now))
    // The copy holds what a process killed here would leave behind: nothing was closed or locked.
    let copy = fixture.base.appending(path: "copy/vault")
    try FileManager.default.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: fixture.folder, to: copy)
    let left = try CredentialVault.open(at: copy, environment: fixture.environment)
    try await left.unlock(passphrase: VaultFixture.secret())
    #expect(try Self.titles(left) == ["Shop"])
    try left.remember(Self.note("Bank", at: fixture.clock.now))
    #expect(try left.releases(limit: 9).entries.map(\.number) == [2, 1])
  }

  @Test("continues after a partially written entry")
  func torn() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    try vault.remember(Self.note("Shop", at: fixture.clock.now))
    let file = try FileHandle(forWritingTo: fixture.file("releases.sealed"))
    try file.seekToEnd()
    try file.write(contentsOf: Data(repeating: 7, count: 100))
    try file.close()
    #expect(try Self.titles(vault) == ["Shop"])
    try vault.remember(Self.note("Bank", at: fixture.clock.now))
    #expect(try Self.titles(vault) == ["Bank", "Shop"])
  }

  @Test("is encrypted: the file contains no names, and a locked vault returns nothing")
  func sealed() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    try vault.remember(Self.note("Shop of secrets", at: fixture.clock.now))
    let bytes = try Data(contentsOf: fixture.file("releases.sealed"))
    for name in ["Shop of secrets", "ada", "shop.example"] { #expect(bytes.range(of: Data(name.utf8)) == nil) }
    // Every entry takes the same space, so lengths reveal nothing either.
    try vault.remember(Self.note("S", at: fixture.clock.now))
    #expect(try Data(contentsOf: fixture.file("releases.sealed")).count == 4 + 2 * 548 && bytes.count == 4 + 548)
    vault.lock()
    #expect(code { _ = try vault.releases(limit: 1) } == .locked)
    #expect(code { try vault.remember(Self.note("late", at: fixture.clock.now)) } == .locked)
  }

  @Test("counts entries that were removed or damaged")
  func missing() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    for title in ["one", "two", "three", "four"] { try vault.remember(Self.note(title, at: fixture.clock.now)) }
    var bytes = try Data(contentsOf: fixture.file("releases.sealed"))
    bytes[4 + 548 + 300] ^= 1
    try bytes.write(to: fixture.file("releases.sealed"))
    #expect(try Self.titles(vault) == ["four", "three", "one"])
    #expect(try vault.releases(limit: 9).missing == 1)
    bytes.removeSubrange(4 + 548..<4 + 3 * 548)
    try bytes.write(to: fixture.file("releases.sealed"))
    #expect(try Self.titles(vault) == ["four", "one"])
    #expect(try vault.releases(limit: 9).missing == 2)
  }

  @Test("drops entries older than 90 days, and the oldest if there are too many")
  func bounds() async throws {
    let fixture = VaultFixture()
    var vault = try await fixture.create()
    try vault.remember(Self.note("old", at: fixture.clock.now))
    fixture.clock.advance(by: 89 * 86_400)
    try vault.remember(Self.note("newer", at: fixture.clock.now))
    #expect(try Self.titles(vault) == ["newer", "old"])
    fixture.clock.advance(by: 2 * 86_400)
    #expect(try Self.titles(vault) == ["newer"])
    vault.lock()
    try await vault.unlock(passphrase: VaultFixture.secret())
    #expect(try vault.releases(limit: 9).total == 1)
    #expect(try Data(contentsOf: fixture.file("releases.sealed")).count == 4 + 548)

    let small = VaultFixture(releaseLimit: 64)
    vault = try await small.create()
    for number in 1...200 { try vault.remember(Self.note(String(number), at: small.clock.now)) }
    let page = try vault.releases(limit: 200)
    #expect((64...66).contains(page.total) && page.entries.first?.note.title == "200" && page.missing == 0)
  }

  @Test("keeps an entry in memory while the disk cannot store it, and blocks no release")
  func fullDisk() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    // A folder in the file's place cannot be written to, even by root.
    try FileManager.default.createDirectory(at: fixture.file("releases.sealed"), withIntermediateDirectories: false)
    try vault.remember(Self.note("Shop", at: fixture.clock.now))
    #expect(try Self.titles(vault) == ["Shop"])
    try FileManager.default.removeItem(at: fixture.file("releases.sealed"))
    try vault.remember(Self.note("Bank", at: fixture.clock.now))
    #expect(try Data(contentsOf: fixture.file("releases.sealed")).count == 4 + 2 * 548)
    #expect(try Self.titles(vault) == ["Bank", "Shop"])
  }

  @Test("shortens texts of any length to fit an entry")
  func longTexts() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    var note = Self.note(String(repeating: "ü", count: 500), at: fixture.clock.now)
    note.user = String(repeating: "👩‍👩‍👧", count: 100)
    note.recipient = String(repeating: "x", count: 5000)
    try vault.remember(note)
    let told = try #require(try vault.releases(limit: 1).entries.first?.note)
    #expect(told.title.hasSuffix("…") && told.title.hasPrefix("üü") && told.user.hasPrefix("👩‍👩‍👧") && told.recipient.utf8.count == 140)
  }
}
