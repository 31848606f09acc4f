// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography

/// The connected entries of one account's log in the folder.
///
/// There should be one line. If two members wrote entries after the same entry, and one line contains nothing but other names for devices,
/// the other line is shown. If both changed more than names, the log is split and both lines are shown: only the user can decide which one
/// is valid (docs/formats/sync-folder.md, "The log").
struct LogTree: Sendable {
  private let account: AccountIdentifier
  private var waiting: [[UInt8]: [MembershipLogEntry]] = [:]
  private var taken: Set<[UInt8]> = []
  /// The lines; there is more than one only if the log was split.
  private var lines: [MembershipLog] = []
  /// The line for checking commits: the one with the most entries that are not renamings; among these the longest; among equally long ones,
  /// the one whose first different entry has the smaller hash.
  private(set) var line: MembershipLog?
  /// The entries of the line, or of all lines if the log is split, by position and hash.
  private(set) var entries: [MembershipLogEntry] = []
  /// Whether two lines differ in more than device names.
  private(set) var isSplit = false

  init(account: AccountIdentifier) { self.account = account }

  /// Stores an entry until its predecessor is there.
  mutating func add(_ entry: MembershipLogEntry) { waiting[entry.previous, default: []].append(entry) }

  /// The commits named by entries that were not added yet.
  var commitsWaitedFor: Set<[UInt8]> { Set(waiting.values.joined().compactMap(\.commitHeadSeen)) }

  /// Returns the commits named by entries that were not added yet, up to a position in the log.
  func commitsWaitedFor(upTo sequence: UInt64) -> Set<[UInt8]> {
    Set(waiting.values.joined().filter { $0.sequence <= sequence }.compactMap(\.commitHeadSeen))
  }

  /// Adds the entries whose authors had seen only available commits.
  /// - Parameter commits: Those of the awaited commits that are in the folder with all earlier ones.
  /// - Returns: Whether there are more entries than before.
  mutating func grow(by commits: Set<[UInt8]>) -> Bool {
    let before = taken.count
    found()
    var ends = lines.flatMap { $0.entries.map(\.hash) }
    while let end = ends.popLast() {
      guard let candidates = waiting[end] else { continue }
      var left: [MembershipLogEntry] = []
      for entry in candidates {
        guard entry.commitHeadSeen.map(commits.contains) ?? true else {
          left.append(entry)
          continue
        }
        if !taken.contains(entry.hash), append(entry) {
          taken.insert(entry.hash)
          ends.append(entry.hash)
        }
      }
      waiting[end] = left.isEmpty ? nil : left
    }
    guard taken.count > before else { return false }
    sort()
    return true
  }

  /// Adds the first two entries together: without a first epoch there is no log.
  private mutating func found() {
    for genesis in waiting[MembershipLog.noHash] ?? [] where genesis.hash.starts(with: account.bytes) && !taken.contains(genesis.hash) {
      for second in waiting[genesis.hash] ?? [] where !taken.contains(second.hash) {
        guard let log = try? MembershipLog(verifying: [genesis, second]), log.account == account else { continue }
        taken.formUnion([genesis.hash, second.hash])
        lines.append(log)
      }
    }
  }

  /// Appends an entry after the one it names, if it is valid there.
  private mutating func append(_ entry: MembershipLogEntry) -> Bool {
    if let index = lines.firstIndex(where: { $0.head.hash == entry.previous }) {
      return (try? lines[index].follow(entry)) != nil
    }
    guard let line = lines.first(where: { line in line.entries.contains { $0.hash == entry.previous } }) else { return false }
    guard let split = try? MembershipLog(verifying: line.entries.prefix { $0.sequence < entry.sequence } + [entry]) else { return false }
    lines.append(split)
    return true
  }

  private mutating func sort() {
    lines.sort { first, second in
      let counts = [first, second].map { line in (line.entries.count { !$0.isRenaming }, line.entries.count) }
      guard counts[0] == counts[1] else { return counts[0] > counts[1] }
      let difference = zip(first.entries, second.entries).first { $0 != $1 }
      return difference.map { $0.hash.lexicographicallyPrecedes($1.hash) } ?? false
    }
    line = lines.first
    let shown = Set(line?.entries.map(\.hash) ?? [])
    isSplit = lines.dropFirst().contains { line in line.entries.contains { !$0.isRenaming && !shown.contains($0.hash) } }
    var all: [[UInt8]: MembershipLogEntry] = [:]
    for line in isSplit ? lines : Array(lines.prefix(1)) { for entry in line.entries { all[entry.hash] = entry } }
    entries = all.values.sorted { first, second in
      first.sequence == second.sequence ? first.hash.lexicographicallyPrecedes(second.hash) : first.sequence < second.sequence
    }
  }
}
