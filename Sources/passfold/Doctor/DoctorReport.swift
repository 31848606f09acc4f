// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// One thing that `passfold doctor` looked at.
package struct DoctorFinding: Encodable, Hashable, Sendable {
  /// What a finding is about, in the order in which a mend helps the next.
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

  /// How it stands.
  package enum State: String, Encodable, Sendable {
    case ok
    /// It works, and something is missing or waits for the person.
    case attention
    /// Something that Passfold needs does not work.
    case broken
  }

  /// What it is about.
  package var area: Area
  /// How it stands.
  package var state: State
  /// A name for programs, which stays when the words change.
  package var code: String
  /// What was found, as one sentence without a full stop. It names no account, no service and no profile.
  package var words: String
  /// What mends it; nil where nothing has to be done.
  package var mend: String?

  /// Notes a finding.
  package init(_ area: Area, _ state: State, _ code: String, _ words: String, mend: String? = nil) {
    self.area = area
    self.state = state
    self.code = code
    self.words = words
    self.mend = mend
  }

  /// Notes that something is as it should be.
  package init(_ area: Area, _ code: String, _ words: String) { self.init(area, .ok, code, words) }
}

/// Everything that `passfold doctor` found, to be read or pasted into a report.
package struct DoctorReport: Encodable, Sendable {
  /// Passfold's version.
  package var version: String
  /// The findings in the order of their areas.
  package var findings: [DoctorFinding]

  /// Judges what was seen.
  ///
  /// - Parameters:
  ///   - facts: What the command saw.
  ///   - home: The person's home folder, which a report shows as `~`.
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

  /// A text with `~` for the home folder, outside the quotes in which a shell would not read it as such; a path that only begins or ends alike stays.
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

  /// Whether anything that Passfold needs does not work.
  package var isBroken: Bool { findings.contains { $0.state == .broken } }
}
