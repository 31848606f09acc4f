// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

/// Why something that a transport brought was refused, with what a page about it needs to show.
package struct SyncModelError: Error, Hashable, Sendable {
  /// The kinds of refusal; new kinds may be added.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's stable name.
    package let description: String
    /// Whether somebody lies or a key is in two places: the device stops pushing, keeps what it has, and shows both heads.
    package let isAlarm: Bool

    private init(_ description: String, isAlarm: Bool = true) {
      self.description = description
      self.isAlarm = isAlarm
    }

    /// Bytes are not in the one form that this format has.
    package static let malformed = Code("malformed")
    /// The bytes are of a version that this build does not know.
    package static let unsupportedVersion = Code("unsupportedVersion", isAlarm: false)
    /// A commit would have more than 500 items, or two of one record.
    package static let itemsUnfit = Code("itemsUnfit", isAlarm: false)
    /// The items are not those that the header names.
    package static let itemsMismatch = Code("itemsMismatch")
    /// The commit is of another account.
    package static let otherAccount = Code("otherAccount")
    /// The commit names an entry behind the end of the log at hand: fetch the log first.
    package static let logTooShort = Code("logTooShort", isAlarm: false)
    /// The commit names an entry that the log at hand does not have at that place.
    package static let logForked = Code("logForked")
    /// The author was no member where the commit names the log.
    package static let authorNotMember = Code("authorNotMember")
    /// The author's key did not sign the commit.
    package static let signatureInvalid = Code("signatureInvalid")
    /// Commits between the own head and this one are missing: fetch them first.
    package static let parentMissing = Code("parentMissing", isAlarm: false)
    /// The number is not one more than the parent's.
    package static let numberMismatch = Code("numberMismatch")
    /// Two commits have one parent, or a commit's parent is not in the own chain.
    package static let forked = Code("forked")
    /// What is served ends before the own head.
    package static let rolledBack = Code("rolledBack")
    /// The commit names an older entry of the log than its parent, or than one that was written in sight of its parent.
    package static let logOlderThanParent = Code("logOlderThanParent")
    /// The epoch is not the one that held where the commit names the log.
    package static let epochMismatch = Code("epochMismatch")
    /// The device's own count did not rise.
    package static let sequenceNotRising = Code("sequenceNotRising")
    /// This device's key signed a commit that it did not make: a copy of the device runs elsewhere.
    package static let ownKeyUsedElsewhere = Code("ownKeyUsedElsewhere")
    /// The author knows no format that still counted where the commit names the log, or the version is of a lower one.
    package static let formatBelowFloor = Code("formatBelowFloor")
    /// The commit names the log behind the entry that closed the account.
    package static let accountClosed = Code("accountClosed")
    /// A checkpoint forgets tombstones that are too young, or that a member may not have seen.
    package static let forgottenTooEarly = Code("forgottenTooEarly")
    /// A version that is known already came with another body.
    package static let revisionConflict = Code("revisionConflict")
    /// A record went back to a version, or stays at one, that is known already.
    package static let revisionNotNewer = Code("revisionNotNewer")
    /// A record that is known is not among those that a checkpoint covers.
    package static let recordMissing = Code("recordMissing")
    /// The records are not those that a checkpoint's root names.
    package static let rootMismatch = Code("rootMismatch")
    /// There is no checkpoint where one is needed: the chain begins behind commits whose items are not known.
    package static let checkpointMissing = Code("checkpointMissing", isAlarm: false)
    /// A device that is no member, or of another epoch, cannot write.
    package static let cannotWrite = Code("cannotWrite", isAlarm: false)
    /// A version came with a commit that does not name it.
    package static let bodyMismatch = Code("bodyMismatch")
    /// A version that the chain names did not come.
    package static let bodyMissing = Code("bodyMissing")
    /// A version that the chain names does not open, or holds what no member writes.
    package static let bodyUnreadable = Code("bodyUnreadable")
    /// The membership log that is served ends before the own one.
    package static let logRolledBack = Code("logRolledBack")
    /// An entry of the membership log does not follow from those before it.
    package static let logInvalid = Code("logInvalid")
    /// The account's key that the log gives this device is not the one that the log vouches for.
    package static let epochKeyInvalid = Code("epochKeyInvalid")
    /// This device was removed from the account.
    package static let removed = Code("removed")
  }

  /// The kind of refusal.
  package let code: Code
  /// What this device has where the refused thing would stand.
  package let own: CommitPosition?
  /// What was served.
  package let served: CommitPosition?
  /// Who wrote what was served, or whose key it was.
  package let device: DeviceIdentifier?
  /// The record that it is about.
  package let record: RecordName?

  /// Gives a verdict.
  package init(
    _ code: Code, own: CommitPosition? = nil, served: CommitPosition? = nil, device: DeviceIdentifier? = nil, record: RecordName? = nil
  ) {
    self.code = code
    self.own = own
    self.served = served
    self.device = device
    self.record = record
  }

  /// What reading bytes failed with; no error of a lower module passes.
  init(reading error: any Error) {
    switch error {
    case let error as SyncModelError: self = error
    case let error as CredentialCryptographyError where error.code == .unsupportedVersion: self.init(.unsupportedVersion)
    default: self.init(.malformed)
    }
  }
}
