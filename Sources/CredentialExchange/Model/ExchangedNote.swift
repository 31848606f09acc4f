// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import SecretMemory

/// The user's own text, which belongs to no service.
package struct ExchangedNote: Sendable {
  /// The text in UTF-8.
  package var text: SharedSecret
  /// The old texts, oldest first.
  package var history: [RetiredText]

  /// Creates a note.
  package init(text: SharedSecret, history: [RetiredText] = []) {
    self.text = text
    self.history = history
  }
}
