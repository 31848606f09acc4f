// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import PresentedViews
import VaultProtocol

/// What `passfold health` says.
extension Presenter {
  /// What could be done for the accounts, the most urgent first.
  package func health(_ report: HealthReport) -> String {
    if format == .json { return json(report) }
    var text = "\(DurationWords.count(report.checked, "password")) judged"
    let counts = [
      (report.breached, "known to strangers"), (report.weak, "weak"), (report.reused, "used more than once"), (report.old, "old"),
    ].filter { $0.0 > 0 }
    text +=
      counts.isEmpty ? ": none is weak, old or used twice.\n" : ": " + counts.map { "\($0.0) \($0.1)" }.joined(separator: ", ") + ".\n"
    if !report.findings.isEmpty {
      let rows = report.findings.map { [Self.printable($0.entry.title), Self.printable($0.entry.user), Self.words(of: $0)] }
      text += "\n" + table([["TITLE", "ACCOUNT", "WHAT TO LOOK AT"]] + rows)
    }
    if report.breached + report.weak + report.reused > 0 {
      text += "\nChange a password at its website first; Passfold then offers to keep the new one.\n"
    }
    if !report.knowsServices { text += "The lists of services that take codes and passkeys did not come with this installation.\n" }
    if let place = report.breachListMissing {
      text += "To look your passwords up among those that strangers have learned, put the list of Have I Been Pwned at \(place).\n"
    } else if report.notLookedUp > 0 {
      text += """
        The list of passwords that strangers have learned has lines that are none, so \(DurationWords.count(report.notLookedUp, "password")) \
        could not be looked up. Each line has a SHA-1 value in hexadecimal digits, in ascending order.\n
        """
    }
    return text
  }

  private static func words(of finding: HealthReport.Finding) -> String {
    var words: [String] = []
    if finding.breached == true { words.append("known to strangers: change it now") }
    if let bits = finding.weakBits { words.append("weak: guessed within \(guesses(bits)) tries") }
    if let others = finding.reusedBy { words.append("the same as in \(DurationWords.count(others, "other login"))") }
    if let since = finding.oldSince { words.append("unchanged since \(CalendarTime.text(since).prefix(10))") }
    if finding.passkeyMissing == true { words.append("takes a passkey") }
    if finding.codesMissing == true { words.append("takes one-time codes") }
    return words.joined(separator: "; ")
  }

  /// A number of guesses as people say it.
  private static func guesses(_ bits: Double) -> String {
    let count = exp2(bits)
    switch count {
    case ..<1000: return "a thousand"
    case ..<1_000_000: return "a million"
    case ..<1_000_000_000: return "a billion"
    default: return "ten billion"
    }
  }
}
