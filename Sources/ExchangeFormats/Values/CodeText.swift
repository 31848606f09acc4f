// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import OneTimeCodes
import SecretMemory

/// What other programs keep of one-time codes: a set-up link, `steam://`, KeeOtp's text, or the bare Base32 secret.
enum CodeText {
  /// The generator that a text describes; nil for one that no code can be made from.
  ///
  /// - Parameters:
  ///   - text: The text in UTF-8.
  ///   - issuer: The issuer, where the text names none.
  ///   - account: The account, where the text names none.
  static func code(_ text: SharedSecret, issuer: String? = nil, account: String = "") -> ExchangedCode? {
    guard let setup = text.withBytes({ try? SetupInput(parsing: $0) })?.setup else { return nil }
    return ExchangedCode(
      issuer: setup.issuer ?? setup.label ?? issuer, account: setup.account.isEmpty ? account : setup.account,
      parameters: setup.parameters)
  }
}
