// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Data in a file that was not imported unchanged: its place, the reason, and the outcome.
///
/// A finding never contains a secret, because it goes into reports.
package struct ImportFinding: Hashable, Sendable {
  /// A place in a file.
  package struct Place: Hashable, Sendable {
    /// The number of the entry in the file, starting at 0; nil for the file as a whole.
    package let entry: Int?
    /// The title of the entry, if it has one.
    package let title: String
    /// The path of members from the entry, or from the file if there is no entry, such as `login.uris[2]`.
    package let path: String

    /// Creates a place.
    package init(entry: Int? = nil, title: String = "", path: String = "") {
      self.entry = entry
      self.title = title
      self.path = path
    }
  }

  /// The kinds of reason; new kinds may be added.
  package struct Reason: Hashable, Sendable, CustomStringConvertible {
    /// The reason's stable name.
    package let description: String

    private init(_ description: String) { self.description = description }

    /// The format does not have the member, or this build does not know it.
    package static let unknownMember = Reason("unknownMember")
    /// The entry, or a part of it, has a kind that this build does not know.
    package static let unknownKind = Reason("unknownKind")
    /// The value is not in the form required by the format.
    package static let malformedValue = Reason("malformedValue")
    /// A member required by the format is missing.
    package static let missingMember = Reason("missingMember")
    /// The value is understood, but has no place in a vault.
    package static let noPlace = Reason("noPlace")
    /// The code cannot be generated: its algorithm, length or period is not supported.
    package static let unsupportedCode = Reason("unsupportedCode")
    /// The algorithm of the passkey's key is not supported.
    package static let unsupportedKey = Reason("unsupportedKey")
    /// The passkey counts its signatures, which is impossible for two holders of one key.
    package static let countingPasskey = Reason("countingPasskey")
    /// The source names a file that it does not contain.
    package static let attachmentMissing = Reason("attachmentMissing")
    /// The value is larger than a vault stores.
    package static let tooLarge = Reason("tooLarge")
    /// The entry refers to another one that is not in the file.
    package static let referenceMissing = Reason("referenceMissing")
    /// It is no longer readable in its source.
    package static let damaged = Reason("damaged")
    /// None of the user's keys opens it.
    package static let notDecrypted = Reason("notDecrypted")
    /// A text contains U+FFFD, which replaces an unreadable character.
    package static let unreadableCharacter = Reason("unreadableCharacter")

    /// All reasons.
    package static let all: [Reason] = [
      unknownMember, unknownKind, malformedValue, missingMember, noPlace, unsupportedCode, unsupportedKey, countingPasskey,
      attachmentMissing,
      tooLarge, referenceMissing, damaged, notDecrypted, unreadableCharacter,
    ]

    /// Returns the reason with a name; nil for one that this build does not know.
    package init?(named name: String) {
      guard let reason = Self.all.first(where: { $0.description == name }) else { return nil }
      self = reason
    }
  }

  /// The outcome for the data.
  package enum Outcome: Hashable, Sendable {
    /// It was kept as a custom field of this name.
    case keptAsField(String)
    /// It is slightly wrong, and was imported completely as intended.
    case readLeniently
    /// It was kept, but incompletely.
    case keptInPart
    /// It was left out of the items.
    case leftOut
  }

  /// The place of the data.
  package let place: Place
  /// The reason for the finding.
  package let reason: Reason
  /// The outcome.
  package let outcome: Outcome

  /// Creates a finding.
  package init(_ reason: Reason, at place: Place, outcome: Outcome) {
    self.reason = reason
    self.place = place
    self.outcome = outcome
  }
}
