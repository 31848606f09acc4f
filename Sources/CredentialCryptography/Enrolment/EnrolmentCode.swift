// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// The code shown by the offering device and entered on the new device: a 128-bit secret that also authenticates the account.
///
/// It is derived from the account's genesis hash and a random opening. Anyone with the code knows the mailbox and its keys; but nobody, not
/// even with the code, can find another account that yields this code (docs/formats/enrolment.md, "The code").
package struct EnrolmentCode: Sendable {
  static let byteCount = 16
  /// 26 Base32 characters and 4 check characters, in six groups of five.
  private static let typed = CheckedBase32(byteCount: byteCount, groupLength: 5, checkLabel: Label.enrolmentCheck)

  let secret: SharedSecret

  /// Derives the code of an account and an opening.
  init(genesis: [UInt8], opening: borrowing SecretBytes) {
    secret = SharedSecret(KeyDerivation.derive(Label.enrolmentCode + genesis, from: opening, byteCount: Self.byteCount))
  }

  /// Reads the code as typed by the user, ignoring case, spaces and hyphens.
  /// - Throws: `enrolmentCodeMistyped` if length, an alphabet character or the check characters are wrong.
  package init(text: borrowing SecretBytes) throws(CredentialCryptographyError) {
    guard let secret = Self.typed.read(text) else { throw CredentialCryptographyError(.enrolmentCodeMistyped) }
    self.secret = SharedSecret(secret)
  }

  /// The code for the screen: 30 ASCII characters in six groups of five separated by hyphens.
  package var text: SecretBytes { Self.typed.text(of: secret.copy()) }

  /// The name of the mailbox (16 bytes), which reveals nothing about the code.
  package var mailbox: [UInt8] {
    KeyDerivation.derive(Label.enrolmentMailbox, from: secret.copy(), byteCount: 16).withBytes { Array($0) }
  }
}
