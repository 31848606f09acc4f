// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import FoundationEssentials
package import SecretMemory

/// One entry as a program keeps it: what belongs together under one title, and what a person added to it.
package struct ExchangedItem: Sendable {
  /// Where the entry lay in its program, apart from folders.
  package enum Shelf: Hashable, Sendable {
    /// Among the entries in use.
    case inUse
    /// Put away and kept.
    case archive
    /// Thrown away, and not yet erased.
    case trash
  }

  /// What a person calls it; empty where it has no title.
  package var title: String
  /// What it holds, in the order of the source; an entry without parts has its annotations and files alone.
  package var parts: [ExchangedPart]
  /// What a person added: favourite, tags, note and fields of their own.
  package var annotations: RecordAnnotations
  /// The folders that it lies in, each as its path from the outermost name; several where the source has collections.
  package var folders: [[String]]
  /// The files that it holds.
  package var attachments: [ExchangedAttachment]
  /// When it was made, where the source says so.
  package var created: Date?
  /// When it was last changed, where the source says so.
  package var modified: Date?
  /// Where it lay.
  package var shelf: Shelf
  private var fieldNames = TakenNames()

  /// Puts an entry together.
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

  /// Keeps what has no place of its own as a field; where the name is taken, a number from 2 on follows it.
  ///
  /// - Parameters:
  ///   - name: What the source calls it; an empty one becomes "field".
  ///   - value: The value in UTF-8.
  ///   - isHidden: Whether it is shown only where a person asks for it.
  /// - Returns: The name under which it is kept.
  @discardableResult
  package mutating func keep(_ name: String, value: SharedSecret, isHidden: Bool) -> String {
    // An entry of a stranger's may have many; fields that came otherwise are learned of by their number.
    if fieldNames.count != annotations.fields.count { fieldNames = TakenNames(annotations.fields.map(\.name)) }
    let unique = fieldNames.take(name.isEmpty ? "field" : name)
    annotations.fields.append(RecordAnnotations.Field(name: unique, isHidden: isHidden, value: value))
    return unique
  }
}
