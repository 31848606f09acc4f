// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import OneTimeCodes
import SecretMemory

/// What one process with a vault of many entries takes: to open it, to add to it and to search it.
enum VaultRows {
  /// Promised bounds for a vault of so many entries, in milliseconds.
  private struct Bounds {
    let unlock: Double
    let search: Double

    init(entries: Int) { (unlock, search) = entries <= 10_000 ? (50, 2) : (150, 5) }
  }

  private static let passphrase = "correct horse battery staple"

  /// Makes a vault of `count` entries in a folder that does not exist yet, and measures it.
  static func measure(entries count: Int) async throws -> [ReportRow] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "passfold-vault-\(UUID().uuidString)")
    let twinFolder = folder.appendingPathExtension("twin")
    defer { for folder in [folder, twinFolder] { try? FileManager.default.removeItem(at: folder) } }
    try await BenchmarkVault.make(at: folder.path, passphrase: passphrase, entries: count)
    try FileManager.default.copyItem(at: folder, to: twinFolder)
    let bounds = Bounds(entries: count)
    let size = count.formatted(.number.grouping(.never))
    let (vault, twin) = (try CredentialVault.open(at: folder), try CredentialVault.open(at: twinFolder))
    let derivation = try await milliseconds { try await vault.verify(passphrase: SecretBytes(copying: passphrase.utf8)) }
    try await vault.unlock(passphrase: SecretBytes(copying: passphrase.utf8))
    // A derivation takes a second and is not the same twice; a copy of the vault opens with the same keys and without one.
    var unlockings: [Double] = []
    for _ in 0..<20 {
      unlockings.append(try await milliseconds { try twin.unlock(besides: vault) })
      twin.lock()
    }
    var additions: [Double] = []
    for number in 0..<50 {
      let record = try BenchmarkVault.record(count + number)
      additions.append(try await milliseconds { try vault.add(record) })
    }
    let searches = try await searchTimes(in: vault, entries: count)
    let closing = try await milliseconds { vault.lock() }
    return [
      row("derivation of the key from the passphrase, \(size) entries", derivation, "ms", nil),
      row("unlocking without its derivation, \(size) entries", median(unlockings), "ms", bounds.unlock),
      row("unlocking without its derivation, slowest of 20, \(size) entries", unlockings.max() ?? 0, "ms", nil),
      row("adding one entry, \(size) entries", median(additions), "ms", 10),
      row("adding one entry, slowest of 50, \(size) entries", additions.max() ?? 0, "ms", nil),
      row("search, median, \(size) entries", median(searches), "ms", nil),
      row("search, 99 of 100 take at most, \(size) entries", searches[searches.count * 99 / 100], "ms", bounds.search),
      row("locking after 50 additions, \(size) entries", closing, "ms", nil),
    ]
  }

  /// What searches of all kinds take, in ascending order: words that fit one entry, many, none, and words with a typing error.
  private static func searchTimes(in vault: CredentialVault, entries count: Int) async throws -> [Double] {
    var times: [Double] = []
    for round in 0..<100 {
      let name = String(round * 7919 % count)
      for text in [
        name, "service \(name)", "service-\(name).example", "anne@service-\(name)", "servicf \(name)", "nothing of it", "exampel",
        "s", "an se",
      ] {
        times.append(try await milliseconds { _ = try vault.search(CredentialSearch(text)).summaries(atMost: 20) })
      }
    }
    return times.sorted()
  }

  static func row(_ name: String, _ value: Double, _ unit: String, _ bound: Double?) -> ReportRow {
    var row = ReportRow(name: name, value: value, unit: unit)
    row.bound = bound
    row.holds = bound.map { value <= $0 } ?? true
    return row
  }

  private static func milliseconds(_ work: () async throws -> Void) async throws -> Double {
    let start = ContinuousClock.now
    try await work()
    return (ContinuousClock.now - start) / .milliseconds(1)
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
