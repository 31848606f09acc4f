// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A text field, in any toolkit, that can be filled.
@MainActor
public protocol AutoFillTextField: AnyObject {
  /// The purpose of the field; nil for a field without suggestions.
  var textContentType: TextContentType? { get }

  /// Replaces the field's content with the text that the user picked.
  func fill(with text: String)
}
