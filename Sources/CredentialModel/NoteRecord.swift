// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import SecretMemory

/// A text of a person's own, which belongs to no service.
package struct NoteRecord: Sendable {
  /// How many former texts are kept at most.
  package static let mostHistory = 20
  /// How many bytes the former texts may take together, so that a record has room for the present one.
  package static let mostHistoryBytes = 16_384

  /// The record's identifier.
  package let id: RecordIdentifier
  /// What a person calls it.
  package var title: String
  /// The text in UTF-8.
  package var text: SharedSecret
  /// The texts from before, the oldest first.
  package var history: [RetiredText]

  /// Puts a record together.
  package init(id: RecordIdentifier, title: String, text: SharedSecret, history: [RetiredText] = []) {
    self.id = id
    self.title = title
    self.text = text
    self.history = history
  }

  /// Takes another text; the one from before joins the history, whose oldest texts go where there are too many or they are too long.
  package mutating func replaceText(with text: SharedSecret, at date: Date) {
    guard !constantTimeEquals(self.text, text) else { return }
    history.append(RetiredText(text: self.text, retired: date))
    self.text = text
    while history.count > Self.mostHistory || history.reduce(0, { $0 + $1.text.byteCount }) > Self.mostHistoryBytes {
      history.removeFirst()
    }
  }
}
