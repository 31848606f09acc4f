// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import OneTimeCodes
import SecretMemory

/// What one process with a vault of many entries takes: to open it beside its derivation, to add to it, and in memory.
enum VaultRows {
  /// Promised bounds for a vault of so many entries.
  private struct Bounds {
    let unlock: Double
    let memory: Double

    init(entries: Int) { (unlock, memory) = entries <= 10_000 ? (50, 60) : (150, 150) }
  }

  private static let passphrase = "correct horse battery staple"

  /// Makes a vault of `count` entries in a folder that does not exist yet, and measures it.
  static func measure(entries count: Int) async throws -> [ReportRow] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "passfold-vault-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await BenchmarkVault.make(at: folder.path, passphrase: passphrase, entries: count)
    let bounds = Bounds(entries: count)
    let size = count.formatted(.number.grouping(.never))
    let vault = try CredentialVault.open(at: folder)
    var rests: [Double] = []
    for _ in 0..<5 {
      let derivation = try await milliseconds { try await vault.verify(passphrase: SecretBytes(copying: passphrase.utf8)) }
      let unlocking = try await milliseconds { try await vault.unlock(passphrase: SecretBytes(copying: passphrase.utf8)) }
      rests.append(unlocking - derivation)
      vault.lock()
    }
    try await vault.unlock(passphrase: SecretBytes(copying: passphrase.utf8))
    let memory = residentMebibytes
    var additions: [Double] = []
    for number in 0..<50 {
      let record = try BenchmarkVault.record(count + number)
      additions.append(try await milliseconds { try vault.add(record) })
    }
    let searches = try await searchTimes(in: vault, entries: count)
    let closing = try await milliseconds { vault.lock() }
    return [
      row("unlock beside the derivation, \(size) entries", median(rests), "ms", bounds.unlock),
      row("memory of a process with the open vault, \(size) entries", memory, "MiB", bounds.memory),
      row("adding one entry, \(size) entries", median(additions), "ms", 10),
      row("adding one entry, slowest of 50, \(size) entries", additions.max() ?? 0, "ms", nil),
      row("search, 99 of 100 take at most, \(size) entries", searches[searches.count * 99 / 100], "ms", count <= 10_000 ? 2 : 5),
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

  private static var residentMebibytes: Double {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return (Double(line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first ?? "") ?? 0) / 1024
  }
}
