// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import OneTimeCodes
import SecretMemory

/// Reads other programs' formats for one-time codes: a set-up link, `steam://`, KeeOtp's text, or the bare Base32 secret.
enum CodeText {
  /// Returns the generator described by a text; nil if it is unusable.
  ///
  /// - Parameters:
  ///   - text: The text in UTF-8.
  ///   - issuer: The issuer if the text has none.
  ///   - account: The account if the text has none.
  static func code(_ text: SharedSecret, issuer: String? = nil, account: String = "") -> ExchangedCode? {
    guard let setup = setup(text)?.setup else { return nil }
    return ExchangedCode(
      issuer: setup.issuer ?? setup.label ?? issuer, account: setup.account.isEmpty ? account : setup.account,
      parameters: setup.parameters)
  }

  /// Returns the set-up described by a text; a surplus last letter of the secret, which completes no byte, is dropped as in other programs.
  static func setup(_ text: SharedSecret) -> (setup: SetupURL, hasSurplusLetter: Bool)? {
    do throws(OneTimeCodesError) {
      return (try text.withBytes { bytes throws(OneTimeCodesError) in try SetupInput(parsing: bytes) }.setup, false)
    } catch  where error.code == .secretIncomplete {
      return withoutLastLetter(text).flatMap { text in text.withBytes { try? SetupInput(parsing: $0) } }.map { ($0.setup, true) }
    } catch {
      return nil
    }
  }

  /// Returns the text without the last letter of its secret; nil if there is none.
  private static func withoutLastLetter(_ text: SharedSecret) -> SharedSecret? {
    text.withBytes { bytes in
      let isLink = bytes.contains(UInt8(ascii: ":")) && !LinkText(bytes).hasScheme("steam")
      let named = LinkText(bytes).parameters.first { $0.name == "secret" }?.value
      guard let range = isLink ? named : bytes.indices else { return nil }
      // Padding can be percent-encoded; its digits are not part of the secret.
      let padding = bytes[range].firstIndex { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "=") } ?? range.upperBound
      guard let last = LenientBase32.lastLetter(in: bytes[range.lowerBound..<padding]) else { return nil }
      var shorter = SecretBytes(byteCount: bytes.count - 1)
      shorter.withMutableBytes { target in
        target[..<last].copyBytes(from: bytes[..<last])
        target[last...].copyBytes(from: bytes[(last + 1)...])
      }
      return SharedSecret(shorter)
    }
  }
}
