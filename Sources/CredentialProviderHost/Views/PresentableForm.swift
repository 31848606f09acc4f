// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
public import SecretMemory

/// A form with text fields: for a PIN, a provider's own passphrase, or a new entry.
///
/// ```swift
/// let form = PresentableForm(
///   title: "Unlock Shop Passwords", fields: [PresentableForm.Field(id: "pin", label: "PIN", isSecret: true)], confirmLabel: "Unlock")
/// guard case .entered(let entry) = try await extensionContext.present(form), let pin = entry["pin"] else {
///   throw ASExtensionError(.userCanceled)
/// }
/// ```
public struct PresentableForm: Hashable, Sendable {
  /// A single-line text field for up to 4096 bytes of UTF-8.
  public struct Field: Hashable, Sendable {
    /// The field's key in ``PresentableForm/Entry``, unique in its form.
    public var id: String
    /// The label that tells the user what to type.
    public var label: String
    /// Whether the text is hidden while it is typed, and transferred in locked memory.
    public var isSecret: Bool
    /// The initial text. Ignored for a secret field, which is initially empty.
    public var text: String
    /// Whether the form can be confirmed while the field is empty.
    public var isOptional: Bool

    /// Creates a field.
    public init(id: String, label: String, isSecret: Bool = false, text: String = "", isOptional: Bool = false) {
      self.id = id
      self.label = label
      self.isSecret = isSecret
      self.text = text
      self.isOptional = isOptional
    }

    var wire: PresentableViewValue.Field {
      PresentableViewValue.Field(
        label: label, secret: isSecret ? true : nil, text: isSecret || text.isEmpty ? nil : text, optional: isOptional ? true : nil)
    }
  }

  /// The texts that the user typed.
  public struct Entry: Sendable {
    let texts: [String: SharedSecret]

    /// The text of a field, in UTF-8 and not normalised; nil for an ID that the form does not have.
    public subscript(id: String) -> SharedSecret? { texts[id] }

    /// Returns the text of a field that is not secret, such as a user name. A `String` is copied and never wiped.
    ///
    /// - Returns: nil for an ID that the form does not have, and for text that is not UTF-8.
    public func text(of id: String) -> String? {
      texts[id].flatMap { $0.withBytes { String(validating: $0, as: UTF8.self) } }
    }
  }

  /// The ways in which a user can end a form.
  public enum Outcome: Sendable {
    /// The form was confirmed with these texts.
    case entered(Entry)
    /// The form was cancelled or closed.
    case canceled
  }

  /// The headline.
  public var title: String
  /// The text below the headline.
  public var message: String?
  /// The fields, 1 to 8 of them.
  public var fields: [Field]
  /// The label of the button that continues.
  public var confirmLabel: String

  /// Creates a form. Nothing is shown until the extension context presents it.
  public init(title: String, message: String? = nil, fields: [Field], confirmLabel: String) {
    self.title = title
    self.message = message
    self.fields = fields
    self.confirmLabel = confirmLabel
  }

  /// Whether the number of fields is valid and their IDs are unique.
  var isUsable: Bool { (1...TypedTexts.fieldLimit).contains(fields.count) && Set(fields.map(\.id)).count == fields.count }

  func value(numbered number: Int) -> PresentableViewValue {
    PresentableViewValue(
      number: number, kind: .form, title: title, message: message, fields: fields.map(\.wire), confirmLabel: confirmLabel)
  }
}
