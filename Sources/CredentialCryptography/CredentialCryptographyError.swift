// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The reason that a key is unavailable or encrypted data was rejected. It contains only a code, never any of the data.
package struct CredentialCryptographyError: Error, Hashable, Sendable {
  /// The kinds of error; new kinds may be added.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's stable name.
    package let description: String

    private init(_ description: String) { self.description = description }

    /// The passphrase does not match the slot's commitment.
    package static let wrongPassphrase = Code("wrongPassphrase")
    /// The passphrase is not UTF-8, so it has no normal form.
    package static let passphraseNotUTF8 = Code("passphraseNotUTF8")
    /// The passphrase matches, but the data it protects was altered or belongs to another device.
    package static let slotTampered = Code("slotTampered")
    /// The derivation would be too cheap for an attacker (minimum by design: 64 MiB, 3 passes, 4 lanes).
    package static let costBelowFloor = Code("costBelowFloor")
    /// The derivation would exhaust this machine (maximum by design: 2 GiB, 10 passes, 16 lanes).
    package static let costAboveCeiling = Code("costAboveCeiling")
    /// The memory for the derivation is not available.
    package static let outOfMemory = Code("outOfMemory")
    /// The bytes are not in the canonical form of this format.
    package static let malformed = Code("malformed")
    /// The bytes have a version, suite or kind that this build does not know.
    package static let unsupportedVersion = Code("unsupportedVersion")
    /// An authenticated ciphertext did not open: it was altered, or encrypted for another place or under another key.
    package static let authenticationFailed = Code("authenticationFailed")
    /// A record's content key is not the one committed to in its header.
    package static let keyCommitmentMismatch = Code("keyCommitmentMismatch")
    /// A record belongs to another account or is stored under another identifier.
    package static let wrongPlace = Code("wrongPlace")
    /// A record's key is wrapped under an epoch whose key is unavailable.
    package static let unknownEpoch = Code("unknownEpoch")
    /// A record is longer than 64 KiB.
    package static let recordTooLong = Code("recordTooLong")
    /// The membership log is not a valid chain signed by its members.
    package static let logInvalid = Code("logInvalid")
    /// The entered recovery key has a typing error.
    package static let recoveryKeyMistyped = Code("recoveryKeyMistyped")
    /// The entered enrolment code has a typing error.
    package static let enrolmentCodeMistyped = Code("enrolmentCodeMistyped")
    /// The given place is neither a server's address nor a folder's path.
    package static let enrolmentPlaceUnfit = Code("enrolmentPlaceUnfit")
    /// A message from the other side of an enrolment does not match its earlier messages, or the code.
    package static let enrolmentMismatch = Code("enrolmentMismatch")
    /// The typed digits are not those of this enrolment.
    package static let enrolmentDigitsWrong = Code("enrolmentDigitsWrong")
    /// The PIN is not the one for which the root was encrypted.
    package static let wrongPIN = Code("wrongPIN")
    /// There is no TPM, or this process may not use it.
    package static let chipMissing = Code("chipMissing")
    /// The TPM saw too many wrong PINs and accepts none for a while.
    package static let chipLockedOut = Code("chipLockedOut")
    /// The TPM refused, or was reset since data was sealed in it.
    package static let chipFailed = Code("chipFailed")
    /// The cryptographic library rejected valid input.
    package static let libraryFailure = Code("libraryFailure")
  }

  /// The kind of error.
  package let code: Code

  init(_ code: Code) { self.code = code }
}
