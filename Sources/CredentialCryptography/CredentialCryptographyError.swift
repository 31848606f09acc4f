// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Why a key could not be had or a sealed thing was refused; it carries a code only, never what was read.
package struct CredentialCryptographyError: Error, Hashable, Sendable {
  /// The kinds of refusal; new kinds may be added.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's stable name.
    package let description: String

    private init(_ description: String) { self.description = description }

    /// The passphrase does not fit the slot's commitment.
    package static let wrongPassphrase = Code("wrongPassphrase")
    /// The passphrase is not UTF-8, so it has no normal form.
    package static let passphraseNotUTF8 = Code("passphraseNotUTF8")
    /// The passphrase fits, but what it protects was altered or belongs to another device.
    package static let slotTampered = Code("slotTampered")
    /// The derivation would cost an attacker too little (design: 64 MiB, 3 passes, 4 lanes at least).
    package static let costBelowFloor = Code("costBelowFloor")
    /// The derivation would exhaust this machine (design: 2 GiB, 10 passes, 16 lanes at most).
    package static let costAboveCeiling = Code("costAboveCeiling")
    /// The derivation did not get its memory.
    package static let outOfMemory = Code("outOfMemory")
    /// Bytes are not in the one form that this format has.
    package static let malformed = Code("malformed")
    /// The bytes are of a version, suite or kind that this build does not know.
    package static let unsupportedVersion = Code("unsupportedVersion")
    /// An authenticated ciphertext did not open: altered, or sealed for another place or under another key.
    package static let authenticationFailed = Code("authenticationFailed")
    /// A record's content key is not the one that its header commits to.
    package static let keyCommitmentMismatch = Code("keyCommitmentMismatch")
    /// A record belongs to another account or stands under another identifier.
    package static let wrongPlace = Code("wrongPlace")
    /// A record's key is wrapped under an epoch whose key is not at hand.
    package static let unknownEpoch = Code("unknownEpoch")
    /// A record is longer than 64 KiB.
    package static let recordTooLong = Code("recordTooLong")
    /// The membership log is not a chain that its members signed.
    package static let logInvalid = Code("logInvalid")
    /// The entered recovery key has a typing error.
    package static let recoveryKeyMistyped = Code("recoveryKeyMistyped")
    /// The entered enrolment code has a typing error.
    package static let enrolmentCodeMistyped = Code("enrolmentCodeMistyped")
    /// The entered or shown place is neither a server's address nor a folder's path.
    package static let enrolmentPlaceUnfit = Code("enrolmentPlaceUnfit")
    /// What the other side of an enrolment says does not fit what it, or the code, said before.
    package static let enrolmentMismatch = Code("enrolmentMismatch")
    /// The digits that were typed are not those that this enrolment gives.
    package static let enrolmentDigitsWrong = Code("enrolmentDigitsWrong")
    /// The PIN is not the one that the root was sealed for.
    package static let wrongPIN = Code("wrongPIN")
    /// There is no TPM, or it may not be used.
    package static let chipMissing = Code("chipMissing")
    /// The TPM saw too many wrong PINs and looks at none for a while.
    package static let chipLockedOut = Code("chipLockedOut")
    /// The TPM refused, or was reset since something was sealed in it.
    package static let chipFailed = Code("chipFailed")
    /// The cryptographic library refused what it should accept.
    package static let libraryFailure = Code("libraryFailure")
  }

  /// The kind of refusal.
  package let code: Code

  init(_ code: Code) { self.code = code }
}
