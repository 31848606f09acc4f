// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import Broker
package import PinentryPrompts
import Translations

/// The texts of the prompt that connects a browser.
package enum PairingWords {
  /// Returns the text for a pinentry program, within the 1000 bytes that it accepts: it contains the digits and the warning, however long
  /// the program's name is.
  package static func question(_ question: PairingQuestion) -> ConfirmationQuestion {
    let change =
      question.formerProgram.map { " " + translated("This profile was connected from another program before: \(shortened($0)).") } ?? ""
    return ConfirmationQuestion(
      title: translated("Connect a browser to Passfold"),
      description: translated(
        """
        \(asker(question.program)) asks to fill in your passwords, passkeys and codes.\(change)

        \(spaced(question.digits))

        Connect it only if you have just clicked “Connect this browser” there and it shows the same six digits. If they differ, or you clicked \
        nothing, another program is asking: do not connect.
        """),
      confirmLabel: translated("Connect"), cancelLabel: translated("Do not connect"))
  }

  /// The digits in two groups, as the popup shows them.
  static func spaced(_ digits: String) -> String { "\(digits.prefix(3)) \(digits.dropFirst(3))" }

  private static func asker(_ program: BrowserProgram) -> String {
    let path = shortened(program.identity)
    return switch program.kind {
    case .browser: "\(program.name) (\(path))"
    case .portal: translated("A browser in a Flatpak or snap (by \(path))")
    case .unknown: translated("A program that Passfold does not recognise as a browser (\(path))")
    }
  }

  /// Shortens a long path by bytes, because one character may have any number of them; keeps the end, which says more than the beginning.
  private static func shortened(_ path: String) -> String {
    guard path.utf8.count > pathByteLimit else { return path }
    var end = path[...]
    while end.utf8.count > pathByteLimit { end.removeFirst() }
    return "…" + end
  }

  private static let pathByteLimit = 160
}
