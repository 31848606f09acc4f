// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import FoundationEssentials
package import SecretMemory

/// One entry of a program: the parts under one title, and the user's additions.
package struct ExchangedItem: Sendable {
  /// The location of the entry in its program, apart from folders.
  package enum Shelf: Hashable, Sendable {
    /// Among the entries in use.
    case inUse
    /// In the archive.
    case archive
    /// In the trash.
    case trash
  }

  /// The user's name for it; empty if it has no title.
  package var title: String
  /// Its parts, in the order of the source; an entry without parts has only its annotations and files.
  package var parts: [ExchangedPart]
  /// The user's additions: favourite, tags, note and custom fields.
  package var annotations: RecordAnnotations
  /// Its folders, each as a path starting with the outermost name; several if the source has collections.
  package var folders: [[String]]
  /// Its files.
  package var attachments: [ExchangedAttachment]
  /// The time at which it was created, if known.
  package var created: Date?
  /// The time at which it was last changed, if known.
  package var modified: Date?
  /// Its location.
  package var shelf: Shelf
  private var fieldNames = UniqueNames()

  /// Creates an entry.
  package init(
    title: String, parts: [ExchangedPart] = [], annotations: RecordAnnotations = RecordAnnotations(), folders: [[String]] = [],
    attachments: [ExchangedAttachment] = [], created: Date? = nil, modified: Date? = nil, shelf: Shelf = .inUse
  ) {
    self.title = title
    self.parts = parts
    self.annotations = annotations
    self.folders = folders
    self.attachments = attachments
    self.created = created
    self.modified = modified
    self.shelf = shelf
  }

  /// Keeps a value without a place of its own as a field. If the name is taken, a number is appended, starting at 2.
  ///
  /// - Parameters:
  ///   - name: Its name in the source; an empty one becomes "field".
  ///   - value: The value in UTF-8.
  ///   - isHidden: Whether it is shown only on request.
  /// - Returns: The name under which it is kept.
  @discardableResult
  package mutating func keep(_ name: String, value: SharedSecret, isHidden: Bool) -> String {
    // An untrusted entry may have many fields. Fields added in another way are detected by their number.
    if fieldNames.count != annotations.fields.count { fieldNames = UniqueNames(annotations.fields.map(\.name)) }
    let unique = fieldNames.take(name.isEmpty ? "field" : name)
    annotations.fields.append(RecordAnnotations.Field(name: unique, isHidden: isHidden, value: value))
    return unique
  }
}
