// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SyncModel

/// The commits of one account in the folder, and the single line that the folder shows (docs/formats/sync-folder.md, "The line").
struct CommitTree: Sendable {
  struct Node: Sendable {
    let commit: Commit
    let position: CommitPosition
    /// The file of its envelopes; if several files have the same commit, the one with the smallest hash.
    var file: ShelfFile
    /// Whether it follows the rules that depend only on its own line; nil until checked.
    var keepsRules: Bool?
  }
  private struct Candidate {
    let commit: Commit
    let position: CommitPosition
    let file: ShelfFile
  }
  /// A commit being examined, after a valid line.
  private struct Visit {
    let place: Int
    let root: CommitPosition
    /// The number of commits named by the log that the line contains before it.
    let seenCommits: Int
    let logSequence: UInt64
  }

  private(set) var state = LineState()
  private var nodes: [Node] = []
  private var places: [[UInt8]: Int] = [:]
  /// The nodes by parent, in ascending order of hashes.
  private var children: [[UInt8]: [Int]] = [:]
  /// Files whose author or log entry is not known yet.
  private var candidates: [Candidate] = []
  /// Every commit that was read, valid or not, by hash, with its parent's hash.
  private var parents: [[UInt8]: [UInt8]] = [:]
  private var complete: Set<[UInt8]> = [CommitPosition.beginning.hash]
  /// The log with which the line was chosen, and for each commit that it names the last entry that does; zeroes if there was none.
  private var log: LogPosition?
  private var seen: [[UInt8]: UInt64] = [:]
  /// The starting points of lines that were transferred here, whose earlier commits are not in the folder.
  private var roots: Set<CarriedRoot> = []

  /// The end of the line.
  var head: CommitPosition { state.end.map { nodes[$0].position } ?? state.root }

  /// Returns the commit of the line with a number; nil after its end.
  func node(at number: UInt64) -> Node? { state.commit(at: number).map { nodes[$0] } }

  /// Whether a commit is on the line.
  func shows(_ position: CommitPosition) -> Bool {
    position == .beginning || position == state.root || node(at: position.number)?.position == position
  }

  /// Stores a commit of the account until it is known whether a member signed it.
  mutating func add(_ commit: Commit, in file: ShelfFile) {
    let position = commit.position
    parents[position.hash] = commit.header.parent
    candidates.append(Candidate(commit: commit, position: position, file: file))
  }

  /// Returns the commits that are in the folder together with all earlier ones, of every device; or together with all back to one of the
  /// given roots, which need not be in the folder.
  ///
  /// Unauthorised files can name any number of commits whose lines lead nowhere. Each commit is therefore visited at most once, however
  /// many are requested.
  mutating func there(of hashes: Set<[UInt8]>, orBehind roots: Set<[UInt8]> = []) -> Set<[UInt8]> {
    // The results for the commits visited now. Those that end at a root must not be stored, because a root may disappear.
    var passed: [[UInt8]: Bool] = [:]
    return hashes.filter { hash in
      var way: [[UInt8]] = []
      var here = hash
      var isThere: Bool?
      while isThere == nil {
        if complete.contains(here) {
          complete.formUnion(way)
          return true
        }
        isThere = passed[here] ?? (roots.contains(here) ? true : nil)
        guard isThere == nil else { break }
        // A circle has no beginning.
        passed[here] = false
        way.append(here)
        guard let parent = parents[here] else { isThere = false; break }
        here = parent
      }
      for commit in way { passed[commit] = isThere }
      return isThere == true
    }
  }

  /// Adds the commits signed by members, and chooses the line again if that may change it.
  mutating func settle(by log: MembershipLog, from carried: [CarriedRoot] = []) {
    let isSameLog = self.log == log.head
    if !isSameLog { note(log) }
    var roots = Set(carried)
    let begun = there(of: Set(carried.map(\.position.hash)))
    for root in carried where begun.contains(root.position.hash) { roots.remove(root) }
    let hasSameRoots = self.roots == roots
    if !hasSameRoots {
      self.roots = roots
      // The versions before a commit depend on where its line starts.
      for place in nodes.indices { nodes[place].keepsRules = nil }
      state = LineState()
    }
    var added: [Int] = []
    var left: [Candidate] = []
    for candidate in candidates {
      // The log may still grow to the entry named by the commit, or another of its lines may become the valid one.
      guard log.position(candidate.commit.header.log.sequence) == candidate.commit.header.log else {
        left.append(candidate)
        continue
      }
      if Self.isSigned(candidate.commit, at: candidate.position, log: log), let place = take(candidate) { added.append(place) }
    }
    candidates = left
    if isSameLog, hasSameRoots, extendLine(by: added, log: log) { return }
    choose(by: log)
  }

  private mutating func note(_ log: MembershipLog) {
    self.log = log.head
    seen = [:]
    for entry in log.entries { seen[entry.commitHeadSeen ?? CommitPosition.beginning.hash] = entry.sequence }
  }

  /// Checks rules 2, 6 and 8 of docs/formats/sync.md, "The chain", for a commit that names an entry of the log.
  private static func isSigned(_ commit: Commit, at position: CommitPosition, log: MembershipLog) -> Bool {
    let header = commit.header
    guard header.epoch > 0, log.epoch(at: header.log.sequence) == header.epoch,
      !log.isClosed(at: header.log.sequence), header.highestFormat >= log.formatFloor(at: header.log.sequence) ?? log.formatFloor
    else { return false }
    return log.publicKeys(of: header.device, at: header.log.sequence)?
      .isCommitSignature(commit.signedHeader.signature, hash: position.hash) ?? false
  }

  /// Returns the index of a new commit.
  private mutating func take(_ candidate: Candidate) -> Int? {
    if let place = places[candidate.position.hash] {
      if candidate.file.hash.lexicographicallyPrecedes(nodes[place].file.hash) { nodes[place].file = candidate.file }
      return nil
    }
    let place = nodes.count
    nodes.append(Node(commit: candidate.commit, position: candidate.position, file: candidate.file))
    places[candidate.position.hash] = place
    var siblings = children[candidate.commit.header.parent] ?? []
    let index = siblings.firstIndex { candidate.position.hash.lexicographicallyPrecedes(nodes[$0].position.hash) } ?? siblings.endIndex
    siblings.insert(place, at: index)
    children[candidate.commit.header.parent] = siblings
    return place
  }

  /// Extends the line if nothing else is new; otherwise returns that the line has to be chosen.
  private mutating func extendLine(by added: [Int], log: MembershipLog) -> Bool {
    for place in added.sorted(by: { nodes[$0].position.number < nodes[$1].position.number }) {
      let commit = nodes[place].commit
      let least = state.end.map { nodes[$0].commit.header.log.sequence } ?? leastLog(behind: state.root)
      guard commit.header.parent == head.hash, children[head.hash] == [place],
        keepsToLog(commit, behind: least, log: log), state.admits(commit)
      else { return false }
      nodes[place].keepsRules = true
      state.append(commit, at: place)
    }
    // A child of the new head may have arrived before it; then the line has to be chosen.
    return added.isEmpty || children[head.hash] == nil
  }

  /// Checks rule 5 of docs/formats/sync.md, "The chain", and that the commit names an entry of this line of the log.
  private func keepsToLog(_ commit: Commit, behind least: UInt64, log: MembershipLog) -> Bool {
    log.position(commit.header.log.sequence) == commit.header.log
      && commit.header.log.sequence >= max(least, seen[commit.header.parent] ?? 0)
  }

  /// Returns the minimum log position named by the first commit after a root.
  private func leastLog(behind root: CommitPosition) -> UInt64 {
    roots.filter { $0.position == root }.map(\.log.sequence).max() ?? 0
  }

  /// Returns the number of commits named by the log in a line that continues from a root: those named by entries that its author knew.
  private func seenCommits(at root: CarriedRoot, log: MembershipLog) -> Int {
    var named = Set(log.entries.prefix { $0.sequence <= root.log.sequence }.compactMap(\.commitHeadSeen))
    if seen[root.position.hash] != nil { named.insert(root.position.hash) }
    return named.count
  }

  private struct Line {
    let root: CommitPosition
    let place: Int?
    let seenCommits: Int
    let length: UInt64
  }

  /// Examines every valid line, starting with the smaller hash where a parent has two commits.
  private mutating func choose(by log: MembershipLog) {
    var best = Line(root: .beginning, place: nil, seenCommits: 0, length: 0)
    func consider(_ line: Line) {
      if (line.seenCommits, line.length) > (best.seenCommits, best.length) { best = line }
    }
    var begins = [Line(root: .beginning, place: nil, seenCommits: 0, length: 0)]
    begins += roots.sorted { $0.position.hash.lexicographicallyPrecedes($1.position.hash) }.map {
      Line(root: $0.position, place: nil, seenCommits: seenCommits(at: $0, log: log), length: $0.position.number)
    }
    for begin in begins {
      consider(begin)
      let least = begin.root == .beginning ? 0 : leastLog(behind: begin.root)
      var visits = (children[begin.root.hash] ?? []).reversed().map {
        Visit(place: $0, root: begin.root, seenCommits: begin.seenCommits, logSequence: least)
      }
      while let visit = visits.popLast() {
        let node = nodes[visit.place]
        guard keepsToLog(node.commit, behind: visit.logSequence, log: log), keepsRules(visit.place, behind: visit.root) else { continue }
        let seenCommits = visit.seenCommits + (seen[node.position.hash] == nil ? 0 : 1)
        consider(Line(root: visit.root, place: visit.place, seenCommits: seenCommits, length: node.position.number))
        for child in (children[node.position.hash] ?? []).reversed() {
          visits.append(
            Visit(place: child, root: visit.root, seenCommits: seenCommits, logSequence: node.commit.header.log.sequence))
        }
      }
    }
    move(to: best.place, behind: best.root)
  }

  /// Checks a commit whose parent's line is valid.
  private mutating func keepsRules(_ place: Int, behind root: CommitPosition) -> Bool {
    if let known = nodes[place].keepsRules { return known }
    let parent = nodes[place].commit.header.parent
    move(to: parent == root.hash ? nil : places[parent], behind: root)
    let keepsRules = state.admits(nodes[place].commit)
    nodes[place].keepsRules = keepsRules
    return keepsRules
  }

  /// Moves the state to that after a commit with a valid line; nil means the root.
  private mutating func move(to target: Int?, behind root: CommitPosition) {
    if state.root != root { state = LineState(root: root) }
    var way: [Int] = []
    var here = target
    while let place = here, state.commit(at: nodes[place].position.number) != place {
      way.append(place)
      let parent = nodes[place].commit.header.parent
      here = parent == root.hash ? nil : places[parent]
    }
    let length = here.map { Int(nodes[$0].position.number) } ?? Int(clamping: root.number)
    while state.length > length { state.removeLast() }
    for place in way.reversed() { state.append(nodes[place].commit, at: place) }
  }
}
