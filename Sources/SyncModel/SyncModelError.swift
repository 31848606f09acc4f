// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

/// The reason that data from a transport was rejected, with everything that a page about it needs to show.
package struct SyncModelError: Error, Hashable, Sendable {
  /// The kinds of error; new kinds may be added.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's stable name.
    package let description: String
    /// Whether another party is dishonest or a key is in two places: the device stops pushing, keeps its data, and shows both heads.
    package let isAlarm: Bool

    private init(_ description: String, isAlarm: Bool = true) {
      self.description = description
      self.isAlarm = isAlarm
    }

    /// The bytes are not in the canonical form of this format.
    package static let malformed = Code("malformed")
    /// The bytes have a version that this build does not know.
    package static let unsupportedVersion = Code("unsupportedVersion", isAlarm: false)
    /// A commit would have more than 500 items, or two of one record.
    package static let itemsUnfit = Code("itemsUnfit", isAlarm: false)
    /// The items differ from those named by the header.
    package static let itemsMismatch = Code("itemsMismatch")
    /// The commit belongs to another account.
    package static let otherAccount = Code("otherAccount")
    /// The commit names an entry after the end of the available log: fetch the log first.
    package static let logTooShort = Code("logTooShort", isAlarm: false)
    /// The commit names an entry that the available log does not have in that position.
    package static let logForked = Code("logForked")
    /// The author was not a member at the log entry named by the commit.
    package static let authorNotMember = Code("authorNotMember")
    /// The author's key did not sign the commit.
    package static let signatureInvalid = Code("signatureInvalid")
    /// Commits between this device's head and this one are missing: fetch them first.
    package static let parentMissing = Code("parentMissing", isAlarm: false)
    /// The number is not one more than the parent's.
    package static let numberMismatch = Code("numberMismatch")
    /// Two commits have the same parent, or a commit's parent is not in this device's chain.
    package static let forked = Code("forked")
    /// The served chain ends before this device's head.
    package static let rolledBack = Code("rolledBack")
    /// The commit names an older entry of the log than its parent does, or than one whose author had seen its parent.
    package static let logOlderThanParent = Code("logOlderThanParent")
    /// The epoch is not the one that was current at the log entry named by the commit.
    package static let epochMismatch = Code("epochMismatch")
    /// The device's own count did not increase.
    package static let sequenceNotRising = Code("sequenceNotRising")
    /// This device's key signed a commit that this device did not make: a copy of the device runs elsewhere.
    package static let ownKeyUsedElsewhere = Code("ownKeyUsedElsewhere")
    /// The author knows no format that was still valid at the log entry named by the commit, or the version has a lower one.
    package static let formatBelowFloor = Code("formatBelowFloor")
    /// The commit names the log after the entry that closed the account.
    package static let accountClosed = Code("accountClosed")
    /// A checkpoint forgets tombstones that are too young, or that a member may not have seen.
    package static let forgottenTooEarly = Code("forgottenTooEarly")
    /// A known version came with another body.
    package static let revisionConflict = Code("revisionConflict")
    /// A record went back to, or stayed at, a known version.
    package static let revisionNotNewer = Code("revisionNotNewer")
    /// A known record is not covered by a checkpoint.
    package static let recordMissing = Code("recordMissing")
    /// The records differ from those in a checkpoint's root.
    package static let rootMismatch = Code("rootMismatch")
    /// A required checkpoint is missing: the chain starts after commits whose items are unknown.
    package static let checkpointMissing = Code("checkpointMissing", isAlarm: false)
    /// A device that is not a member, or is in another epoch, cannot write.
    package static let cannotWrite = Code("cannotWrite", isAlarm: false)
    /// A version came with a commit that does not name it.
    package static let bodyMismatch = Code("bodyMismatch")
    /// A version named by the chain did not arrive.
    package static let bodyMissing = Code("bodyMissing")
    /// A version named by the chain does not open, or contains something that no member writes.
    package static let bodyUnreadable = Code("bodyUnreadable")
    /// The served membership log ends before this device's.
    package static let logRolledBack = Code("logRolledBack")
    /// An entry of the membership log does not follow from those before it.
    package static let logInvalid = Code("logInvalid")
    /// The account's key from the log is not the one that the log names for this device.
    package static let epochKeyInvalid = Code("epochKeyInvalid")
    /// This device was removed from the account.
    package static let removed = Code("removed")
  }

  /// The kind of error.
  package let code: Code
  /// This device's position at the rejected data.
  package let own: CommitPosition?
  /// The served position.
  package let served: CommitPosition?
  /// The device that wrote the served data, or whose key it was.
  package let device: DeviceIdentifier?
  /// The record concerned.
  package let record: RecordName?

  /// Creates a verdict.
  package init(
    _ code: Code, own: CommitPosition? = nil, served: CommitPosition? = nil, device: DeviceIdentifier? = nil, record: RecordName? = nil
  ) {
    self.code = code
    self.own = own
    self.served = served
    self.device = device
    self.record = record
  }

  /// Translates a decoding error; no error of a lower module is passed on.
  init(reading error: any Error) {
    switch error {
    case let error as SyncModelError: self = error
    case let error as CredentialCryptographyError where error.code == .unsupportedVersion: self.init(.unsupportedVersion)
    default: self.init(.malformed)
    }
  }
}
