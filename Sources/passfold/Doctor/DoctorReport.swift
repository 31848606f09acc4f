// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// One finding of `passfold doctor`.
package struct DoctorFinding: Encodable, Hashable, Sendable {
  /// The area of a finding, ordered so that fixing one helps those after it.
  package enum Area: String, CaseIterable, Encodable, Sendable {
    case programs
    case session
    case prompts
    case vault
    case broker
    case sandbox
    case providers
    case browsers
    case devices
  }

  /// The severity of a finding.
  package enum State: String, Encodable, Sendable {
    case ok
    /// It works, but something is missing or needs the user's attention.
    case attention
    /// Something that Passfold needs does not work.
    case broken
  }

  /// The area.
  package var area: Area
  /// The severity.
  package var state: State
  /// A name for programs that does not change with the wording.
  package var code: String
  /// The finding as one sentence without a full stop. It contains no account, service or profile.
  package var words: String
  /// The way to fix it; nil if nothing has to be done.
  package var mend: String?

  /// Creates a finding.
  package init(_ area: Area, _ state: State, _ code: String, _ words: String, mend: String? = nil) {
    self.area = area
    self.state = state
    self.code = code
    self.words = words
    self.mend = mend
  }

  /// Creates a finding for something that is in order.
  package init(_ area: Area, _ code: String, _ words: String) { self.init(area, .ok, code, words) }
}

/// All findings of `passfold doctor`, to be read or pasted into a bug report.
package struct DoctorReport: Encodable, Sendable {
  /// Passfold's version.
  package var version: String
  /// The findings in the order of their areas.
  package var findings: [DoctorFinding]

  /// Evaluates the facts.
  ///
  /// - Parameters:
  ///   - facts: The facts that the command gathered.
  ///   - home: The user's home folder, which a report shows as `~`.
  package init(_ facts: DoctorFacts, home: String?) {
    version = facts.version
    findings = facts.findings.map { finding in
      guard let home, home.count > 1 else { return finding }
      var finding = finding
      finding.words = Self.shown(finding.words, home: home)
      finding.mend = finding.mend.map { Self.shown($0, home: home) }
      return finding
    }
  }

  /// Replaces the home folder with `~`, except inside quotes, where a shell would not expand it; paths that only share a prefix stay.
  private static func shown(_ text: String, home: String) -> String {
    var shown = ""
    var rest = text[...]
    while let place = rest.firstRange(of: home) {
      shown += rest[..<place.lowerBound]
      rest = rest[place.upperBound...]
      guard shown.last.map({ !isOfName($0) && $0 != "/" }) ?? true, rest.first.map({ !isOfName($0) }) ?? true else {
        shown += home
        continue
      }
      guard shown.last == "'", let next = rest.first, "/'".contains(next) else {
        shown += "~"
        continue
      }
      shown.removeLast()
      shown += next == "/" ? "~/'" : "~"
      rest.removeFirst()
    }
    return shown + rest
  }

  private static func isOfName(_ character: Character) -> Bool { character.isLetter || character.isNumber || "._-".contains(character) }

  /// Whether something that Passfold needs does not work.
  package var isBroken: Bool { findings.contains { $0.state == .broken } }
}
