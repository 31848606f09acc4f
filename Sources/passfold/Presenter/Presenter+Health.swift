// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import PresentedViews
import Translations
import VaultProtocol

/// The output of `passfold health`.
extension Presenter {
  /// The advice for the accounts, most urgent first.
  package func health(_ report: HealthReport) -> String {
    if format == .json { return json(report) }
    let checked = report.checked
    let counts = [
      report.breached > 0 ? translated("\(report.breached) leaked") : nil,
      report.weak > 0 ? translated("\(report.weak) weak") : nil,
      report.reused > 0 ? translated("\(report.reused) reused") : nil,
      report.old > 0 ? translated("\(report.old) old") : nil,
    ].compactMap(\.self)
    let result = counts.isEmpty ? translated("none is weak, old or reused") : counts.joined(separator: ", ")
    var text =
      translated(checked, one: "\(checked) password checked: \(result).", other: "\(checked) passwords checked: \(result).") + "\n"
    if !report.findings.isEmpty {
      let rows = report.findings.map { [Self.printable($0.entry.title), Self.printable($0.entry.user), Self.words(of: $0)] }
      text += "\n" + table([[translated("TITLE"), translated("ACCOUNT"), translated("WHAT TO CHECK")]] + rows)
    }
    if report.breached + report.weak + report.reused > 0 {
      text += "\n" + translated("Change a password on its website first; Passfold then offers to save the new one.") + "\n"
    }
    if !report.knowsServices {
      text += translated("The lists of services that accept codes and passkeys are not part of this installation.") + "\n"
    }
    if let place = report.breachListMissing {
      text +=
        translated("To check your passwords against breached ones, save the list of Have I Been Pwned at \(place).")
        + "\n"
    } else if report.notLookedUp > 0 {
      let count = report.notLookedUp
      text +=
        translated(
          count,
          one:
            "The list of breached passwords contains lines that cannot be read, so \(count) password could not be checked. Each line must be a SHA-1 hash in hexadecimal digits, in ascending order.",
          other:
            "The list of breached passwords contains lines that cannot be read, so \(count) passwords could not be checked. Each line must be a SHA-1 hash in hexadecimal digits, in ascending order."
        ) + "\n"
    }
    return text
  }

  private static func words(of finding: HealthReport.Finding) -> String {
    var words: [String] = []
    if finding.breached == true { words.append(translated("leaked: change it now")) }
    if let bits = finding.weakBits { words.append(guesses(bits)) }
    if let others = finding.reusedBy {
      words.append(translated(others, one: "the same as in \(others) other login", other: "the same as in \(others) other logins"))
    }
    if let since = finding.oldSince { words.append(translated("unchanged since \(CalendarTime.text(since).prefix(10))")) }
    if finding.passkeyMissing == true { words.append(translated("supports a passkey")) }
    if finding.codesMissing == true { words.append(translated("supports one-time codes")) }
    return words.joined(separator: "; ")
  }

  /// Says that a password is weak, with a rounded number of guesses.
  private static func guesses(_ bits: Double) -> String {
    let count = exp2(bits)
    switch count {
    case ..<1000: return translated("weak: can be guessed within a thousand attempts")
    case ..<1_000_000: return translated("weak: can be guessed within a million attempts")
    case ..<1_000_000_000: return translated("weak: can be guessed within a billion attempts")
    default: return translated("weak: can be guessed within ten billion attempts")
    }
  }
}
