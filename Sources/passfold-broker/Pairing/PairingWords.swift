// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import PinentryPrompts

/// The words of the prompt that connects a browser.
enum PairingWords {
  /// What a pinentry program shows; no program takes more than 1000 bytes, of which the program's path may be long.
  static func question(_ question: PairingQuestion) -> ConfirmationQuestion {
    let change = question.formerProgram.map { " This profile was connected from another program before: \(shortened($0))." } ?? ""
    return ConfirmationQuestion(
      title: "Connect a browser to Passfold",
      description: """
        \(asker(question.program)) asks to fill in your passwords, passkeys and codes.\(change)

        \(spaced(question.digits))

        Connect it only if you have just clicked “Connect this browser” there and it shows the same six digits. If they differ, or you clicked         nothing, another program is asking: do not connect.
        """,
      confirmLabel: "Connect", cancelLabel: "Do not connect")
  }

  /// The digits in two groups, as the popup shows them.
  static func spaced(_ digits: String) -> String { "\(digits.prefix(3)) \(digits.dropFirst(3))" }

  private static func asker(_ program: BrowserProgram) -> String {
    let path = shortened(program.identity)
    return switch program.kind {
    case .browser: "\(program.name) (\(path))"
    case .portal: "A browser in a Flatpak or snap (by \(path))"
    case .unknown: "A program that Passfold does not know as a browser (\(path))"
    }
  }

  /// The end of a long path says more than its beginning.
  private static func shortened(_ path: String) -> String { path.utf8.count <= 160 ? path : "…" + path.suffix(100) }
}
