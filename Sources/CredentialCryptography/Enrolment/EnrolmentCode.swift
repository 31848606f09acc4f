// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// What the offering device shows and the new device is told: a secret of 128 bits that also vouches for the account.
///
/// It is derived from the account's genesis hash and a random opening. Who has the code knows the mailbox and its keys; but nobody, not
/// even who has it, finds another account that gives this code (docs/formats/enrolment.md, "The code").
package struct EnrolmentCode: Sendable {
  static let byteCount = 16
  /// 26 Base32 characters and 4 check characters, in six groups of five.
  private static let typed = CheckedBase32(byteCount: byteCount, groupLength: 5, checkLabel: Label.enrolmentCheck)

  let secret: SharedSecret

  /// The code of an account and an opening.
  init(genesis: [UInt8], opening: borrowing SecretBytes) {
    secret = SharedSecret(KeyDerivation.derive(Label.enrolmentCode + genesis, from: opening, byteCount: Self.byteCount))
  }

  /// Reads the code as a person types it: case, spaces and hyphens do not matter.
  /// - Throws: `enrolmentCodeMistyped` when length, an alphabet character or the check characters are wrong.
  package init(text: borrowing SecretBytes) throws(CredentialCryptographyError) {
    guard let secret = Self.typed.read(text) else { throw CredentialCryptographyError(.enrolmentCodeMistyped) }
    self.secret = SharedSecret(secret)
  }

  /// The code for the screen: 30 characters in six groups of five between hyphens, ASCII.
  package var text: SecretBytes { Self.typed.text(of: secret.copy()) }

  /// The name of the mailbox (16 bytes), which tells nothing of the code.
  package var mailbox: [UInt8] {
    KeyDerivation.derive(Label.enrolmentMailbox, from: secret.copy(), byteCount: 16).withBytes { Array($0) }
  }
}
