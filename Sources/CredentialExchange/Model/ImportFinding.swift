// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Something in a file that did not become what it was there: where it stands, why, and what was made of it.
///
/// A finding never holds a secret: it goes into reports.
package struct ImportFinding: Hashable, Sendable {
  /// Where something stands in a file.
  package struct Place: Hashable, Sendable {
    /// The number of the entry in the file, from 0; nil for what belongs to the file as a whole.
    package let entry: Int?
    /// The title of the entry, if it has one.
    package let title: String
    /// The members on the way to it from the entry, or from the file where there is no entry, such as `login.uris[2]`.
    package let path: String

    /// Names a place.
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

    /// The format does not have it, or this build does not know it.
    package static let unknownMember = Reason("unknownMember")
    /// The entry, or a part of it, is of a kind that this build does not know.
    package static let unknownKind = Reason("unknownKind")
    /// The value is not of the form that the format gives it.
    package static let malformedValue = Reason("malformedValue")
    /// A member that the format demands is missing.
    package static let missingMember = Reason("missingMember")
    /// The value is understood, and nothing in a vault is its place.
    package static let noPlace = Reason("noPlace")
    /// The code cannot be made: its algorithm, length or period is none that is supported.
    package static let unsupportedCode = Reason("unsupportedCode")
    /// The passkey's key is of an algorithm that is not supported.
    package static let unsupportedKey = Reason("unsupportedKey")
    /// The passkey counts its signatures, which two holders of one key cannot do.
    package static let countingPasskey = Reason("countingPasskey")
    /// The source names a file that is not in it.
    package static let attachmentMissing = Reason("attachmentMissing")
    /// The value is larger than a vault keeps.
    package static let tooLarge = Reason("tooLarge")
    /// The entry refers to another that is not in the file.
    package static let referenceMissing = Reason("referenceMissing")
    /// It cannot be read any more where it is kept.
    package static let damaged = Reason("damaged")
    /// No key of the person's opens it.
    package static let notDecrypted = Reason("notDecrypted")
    /// A text holds U+FFFD, which stands for a character that could not be read.
    package static let unreadableCharacter = Reason("unreadableCharacter")

    /// All of them.
    package static let all: [Reason] = [
      unknownMember, unknownKind, malformedValue, missingMember, noPlace, unsupportedCode, unsupportedKey, countingPasskey,
      attachmentMissing,
      tooLarge, referenceMissing, damaged, notDecrypted, unreadableCharacter,
    ]

    /// Finds a reason by its name; nil for one that this build does not know.
    package init?(named name: String) {
      guard let reason = Self.all.first(where: { $0.description == name }) else { return nil }
      self = reason
    }
  }

  /// What was made of it.
  package enum Outcome: Hashable, Sendable {
    /// It is kept as the entry's own field of this name.
    case keptAsField(String)
    /// It is slightly wrong, and was taken whole as it was meant.
    case readLeniently
    /// It is kept, but not whole.
    case keptInPart
    /// It is not among the items.
    case leftOut
  }

  /// Where it stands.
  package let place: Place
  /// Why it is told.
  package let reason: Reason
  /// What was made of it.
  package let outcome: Outcome

  /// Tells of something.
  package init(_ reason: Reason, at place: Place, outcome: Outcome) {
    self.reason = reason
    self.place = place
    self.outcome = outcome
  }
}
