// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
package import VaultProtocol

/// The parameters of one-time codes in words, for the terminal and the window.
package enum CodeSchemeWords {
  /// Length, trigger for a new code, and hash: "6 digits, a new one every 30 seconds, SHA1".
  package static func text(of scheme: CodeScheme) -> String {
    let length = scheme.form == .steam ? translated("\(scheme.digits) characters") : translated("\(scheme.digits) digits")
    let form =
      switch scheme.form {
      case .timeBased, .steam:
        scheme.period.map { translated($0, one: "a new one every \($0) second", other: "a new one every \($0) seconds") }
          ?? translated("time-based")
      case .counterBased: translated("counter-based; the next code is number \(scheme.counter ?? 0)")
      }
    return "\(length), \(form), \(PrintableText.of(scheme.algorithm))"
  }
}
