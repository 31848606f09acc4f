// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
public import SecretMemory

/// Fields to type into: a PIN, a passphrase of the provider's own, or a new entry.
///
/// ```swift
/// let form = PresentableForm(
///   title: "Unlock Shop Passwords", fields: [PresentableForm.Field(id: "pin", label: "PIN", isSecret: true)], confirmLabel: "Unlock")
/// guard case .entered(let entry) = try await extensionContext.present(form), let pin = entry["pin"] else {
///   throw ASExtensionError(.userCanceled)
/// }
/// ```
public struct PresentableForm: Hashable, Sendable {
  /// One line to type into; it takes up to 4096 bytes of UTF-8.
  public struct Field: Hashable, Sendable {
    /// What the entry names the text by, unique in its form.
    public var id: String
    /// What to type.
    public var label: String
    /// Whether what is typed is hidden while it is typed, and kept in locked memory on its way.
    public var isSecret: Bool
    /// What stands in the field at first; a secret field begins empty, whatever this says.
    public var text: String
    /// Whether the form can be confirmed while the field is empty.
    public var isOptional: Bool

    /// Describes a line.
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

  /// What a person typed.
  public struct Entry: Sendable {
    let texts: [String: SharedSecret]

    /// The text of a field, in UTF-8 and not normalised; nil for an id that the form does not have.
    public subscript(id: String) -> SharedSecret? { texts[id] }

    /// The text of a field that is no secret, such as a user name: a `String` is copied and never wiped.
    ///
    /// - Returns: nil for an id that the form does not have, and for what is not UTF-8.
    public func text(of id: String) -> String? {
      texts[id].flatMap { $0.withBytes { String(validating: $0, as: UTF8.self) } }
    }
  }

  /// How a person leaves a form.
  public enum Outcome: Sendable {
    /// The form was confirmed with these texts.
    case entered(Entry)
    /// The form was cancelled or closed.
    case canceled
  }

  /// The headline.
  public var title: String
  /// What the person should know.
  public var message: String?
  /// The lines, 1 to 8 of them.
  public var fields: [Field]
  /// The label of the way on.
  public var confirmLabel: String

  /// Describes a form; nothing is shown before the extension's context presents it.
  public init(title: String, message: String? = nil, fields: [Field], confirmLabel: String) {
    self.title = title
    self.message = message
    self.fields = fields
    self.confirmLabel = confirmLabel
  }

  /// Whether there are as many fields as a form can have, each with an id of its own.
  var isUsable: Bool { (1...TypedTexts.fieldLimit).contains(fields.count) && Set(fields.map(\.id)).count == fields.count }

  func value(numbered number: Int) -> PresentableViewValue {
    PresentableViewValue(
      number: number, kind: .form, title: title, message: message, fields: fields.map(\.wire), confirmLabel: confirmLabel)
  }
}
