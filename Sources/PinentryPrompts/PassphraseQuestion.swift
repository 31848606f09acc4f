// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a prompt for a passphrase says. Every text may hold line breaks; other control characters are dropped.
public struct PassphraseQuestion: Sendable, Hashable {
  /// The second field of a prompt for a new passphrase.
  public struct Repetition: Sendable, Hashable {
    /// The label of the second field.
    public var label: String
    /// What is said when the two differ.
    public var mismatch: String

    /// Asks for the passphrase twice.
    public init(label: String, mismatch: String) {
      self.label = label
      self.mismatch = mismatch
    }
  }

  /// The title of the window.
  public var title: String
  /// What is asked for and why.
  public var description: String
  /// The label of the field.
  public var label: String
  /// What was wrong with the answer before, shown above the field.
  public var error: String?
  /// For a new passphrase: the second field.
  public var repetition: Repetition?
  /// The label of the way on; nil leaves the program's own.
  public var confirmLabel: String?
  /// The label of the way out; nil leaves the program's own.
  public var cancelLabel: String?
  /// How long an answer is waited for; whole seconds count.
  public var timeout: Duration

  /// Makes a question; the default time is two minutes.
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

/// What a prompt for a yes or no says.
public struct ConfirmationQuestion: Sendable, Hashable {
  /// The title of the window.
  public var title: String
  /// What would happen and who asks for it.
  public var description: String
  /// The label of the way on.
  public var confirmLabel: String
  /// The label of the way out.
  public var cancelLabel: String
  /// How long an answer is waited for; whole seconds count.
  public var timeout: Duration

  /// Makes a question; the default time is two minutes.
  public init(title: String, description: String, confirmLabel: String, cancelLabel: String, timeout: Duration = .seconds(120)) {
    self.title = title
    self.description = description
    self.confirmLabel = confirmLabel
    self.cancelLabel = cancelLabel
    self.timeout = timeout
  }
}
