// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The texts of a prompt for a passphrase. Each may contain line breaks; other control characters are dropped.
public struct PassphraseQuestion: Sendable, Hashable {
  /// The second field of a prompt for a new passphrase.
  public struct Repetition: Sendable, Hashable {
    /// The label of the second field.
    public var label: String
    /// The message shown if the two differ.
    public var mismatch: String

    /// Creates the second field.
    public init(label: String, mismatch: String) {
      self.label = label
      self.mismatch = mismatch
    }
  }

  /// The title of the window.
  public var title: String
  /// The purpose of the question.
  public var description: String
  /// The label of the field.
  public var label: String
  /// The error in the previous answer, shown above the field.
  public var error: String?
  /// The second field, for a new passphrase.
  public var repetition: Repetition?
  /// The label of the confirm button; nil for the program's default.
  public var confirmLabel: String?
  /// The label of the cancel button; nil for the program's default.
  public var cancelLabel: String?
  /// The time limit for an answer, in whole seconds.
  public var timeout: Duration

  /// Creates a question. The default time limit is two minutes.
  public init(
    title: String, description: String, label: String, error: String? = nil, repetition: Repetition? = nil, confirmLabel: String? = nil,
    cancelLabel: String? = nil, timeout: Duration = .seconds(120)
  ) {
    self.title = title
    self.description = description
    self.label = label
    self.error = error
    self.repetition = repetition
    self.confirmLabel = confirmLabel
    self.cancelLabel = cancelLabel
    self.timeout = timeout
  }
}

/// The texts of a prompt for a confirmation.
public struct ConfirmationQuestion: Sendable, Hashable {
  /// The title of the window.
  public var title: String
  /// The action to confirm, and who requests it.
  public var description: String
  /// The label of the confirm button.
  public var confirmLabel: String
  /// The label of the cancel button.
  public var cancelLabel: String
  /// The time limit for an answer, in whole seconds.
  public var timeout: Duration

  /// Creates a question. The default time limit is two minutes.
  public init(title: String, description: String, confirmLabel: String, cancelLabel: String, timeout: Duration = .seconds(120)) {
    self.title = title
    self.description = description
    self.confirmLabel = confirmLabel
    self.cancelLabel = cancelLabel
    self.timeout = timeout
  }
}
