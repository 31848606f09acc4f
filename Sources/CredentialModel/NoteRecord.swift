// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import SecretMemory

/// The user's own text, which belongs to no service.
package struct NoteRecord: Sendable {
  /// The maximum number of old texts kept.
  package static let mostHistory = 20
  /// The maximum total length of old texts in bytes, so that a record has room for the current one.
  package static let mostHistoryBytes = 16_384

  /// The record's identifier.
  package let id: RecordIdentifier
  /// The user's name for it.
  package var title: String
  /// The text in UTF-8.
  package var text: SharedSecret
  /// The old texts, oldest first.
  package var history: [RetiredText]

  /// Creates a record.
  package init(id: RecordIdentifier, title: String, text: SharedSecret, history: [RetiredText] = []) {
    self.id = id
    self.title = title
    self.text = text
    self.history = history
  }

  /// Replaces the text. The old text joins the history, whose oldest texts are removed if there are too many or they are too long.
  package mutating func replaceText(with text: SharedSecret, at date: Date) {
    guard !constantTimeEquals(self.text, text) else { return }
    history.append(RetiredText(text: self.text, retired: date))
    self.text = text
    while history.count > Self.mostHistory || history.reduce(0, { $0 + $1.text.byteCount }) > Self.mostHistoryBytes {
      history.removeFirst()
    }
  }
}
