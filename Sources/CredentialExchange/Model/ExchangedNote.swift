// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import SecretMemory

/// A text of a person's own, which belongs to no service.
package struct ExchangedNote: Sendable {
  /// The text in UTF-8.
  package var text: SharedSecret
  /// The texts from before, the oldest first.
  package var history: [RetiredText]

  /// Puts a note together.
  package init(text: SharedSecret, history: [RetiredText] = []) {
    self.text = text
    self.history = history
  }
}
