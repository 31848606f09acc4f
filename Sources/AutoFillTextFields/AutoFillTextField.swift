// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A text field of any toolkit that can be filled.
@MainActor
public protocol AutoFillTextField: AnyObject {
  /// What the field is for; nil for a field that nothing is offered in.
  var textContentType: TextContentType? { get }

  /// Takes the text that the person picked, in place of what the field has.
  func fill(with text: String)
}
