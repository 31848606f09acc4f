// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A provider's view, as a value that any surface can draw (the client door's "Views").
package struct PresentableViewValue: Codable, Hashable, Sendable {
  /// The five kinds of view.
  package enum Kind: String, Codable, Sendable {
    /// Rows to pick one from.
    case list
    /// A few rows with details about the question.
    case choice
    /// A question that can be confirmed.
    case confirmation
    /// A text without a question.
    case message
    /// Fields to type into; only a surface draws it, never a browser.
    case form
  }

  /// The kind of thing that a row stands for.
  package enum RowKind: String, Codable, Sendable {
    case password
    case passkey
    case oneTimeCode = "one-time-code"
    /// A provider, whose list the row leads to.
    case provider
    /// A new passkey, which the row's provider would create.
    case newPasskey = "new-passkey"
    /// A provider that has to be unlocked first.
    case locked
    /// A provider that would import what another one exports.
    case destination
  }

  /// The subject of one of the broker's own views; the surface that draws it has the texts.
  package struct Heading: Codable, Hashable, Sendable {
    /// The broker's own views; the raw values are codes on the wire.
    package enum Code: String, Codable, Sendable {
      /// Several providers could be asked.
      case chooseProvider = "choose-provider"
      /// An app signs in to the subject with a passkey or a password.
      case signIn = "sign-in"
      /// A page signs in to the subject with a passkey.
      case signInWithPasskey = "sign-in-with-passkey"
      /// Several new passwords were generated.
      case chooseNewPassword = "choose-new-password"
      /// Everything that the subject, a provider, stores goes to the provider that is picked.
      case handOver = "hand-over"
      /// A provider's form is shown in a window of the desktop, because no browser transfers text typed for a provider.
      case typeInWindow = "type-in-window"
    }

    /// The view's code.
    package var code: Code
    /// The service that the view is about, if any.
    package var subject: String?

    /// Creates a heading.
    package init(_ code: Code, subject: String? = nil) {
      self.code = code
      self.subject = subject
    }
  }

  /// One row of a list or choice.
  package struct Row: Codable, Hashable, Sendable {
    /// The identifier that names the row in ``ViewEventValue``.
    package var id: String
    /// The first line: the service, or in one of the broker's own views the account or provider.
    package var title: String
    /// The second line: the account.
    package var subtitle: String?
    /// A live one-time code, sent only while the list is on screen.
    package var code: String?
    /// The time at which the code expires, in seconds since 1970.
    package var validUntil: Double?
    /// The length of the code's period, in seconds.
    package var period: Double?
    /// Whether the row matches the request; such rows come first.
    package var match: Bool?
    /// The kind of thing that the row stands for, for its symbol; nil if unknown.
    package var kind: RowKind?
    /// The provider that the row belongs to, if the list mixes several.
    package var provider: String?

    /// Creates a row.
    package init(
      id: String, title: String, subtitle: String? = nil, code: String? = nil, validUntil: Double? = nil, period: Double? = nil,
      match: Bool? = nil, kind: RowKind? = nil, provider: String? = nil
    ) {
      self.id = id
      self.title = title
      self.subtitle = subtitle
      self.code = code
      self.validUntil = validUntil
      self.period = period
      self.match = match
      self.kind = kind
      self.provider = provider
    }
  }

  /// A labelled fact of a confirmation or choice.
  package struct Detail: Codable, Hashable, Sendable {
    /// The label.
    package var label: String
    /// The value.
    package var value: String

    /// Creates a pair of a label and its value.
    package init(label: String, value: String) {
      self.label = label
      self.value = value
    }
  }

  /// One line of a form to type into.
  package struct Field: Codable, Hashable, Sendable {
    /// The label that says what to type.
    package var label: String
    /// Whether the typed text is hidden and, as far as the surface can, kept in locked memory.
    package var secret: Bool?
    /// The initial text; never set for a secret field.
    package var text: String?
    /// Whether the field may stay empty.
    package var optional: Bool?

    /// Creates a line.
    package init(label: String, secret: Bool? = nil, text: String? = nil, optional: Bool? = nil) {
      self.label = label
      self.secret = secret
      self.text = text
      self.optional = optional
    }
  }

  /// The view's number within its request; presenting the same number again updates the view on screen.
  package var number: Int
  /// The name of the provider that shows the view, filled in by the broker.
  package var source: String?
  /// The display name of the program that caused the view; filled in by the broker if the surface does not belong to that program.
  package var requester: String?
  /// The kind of view.
  package var kind: Kind
  /// The subject of one of the broker's own views; nil for a provider's view, which has its own headline.
  package var heading: Heading?
  /// The headline; empty if there is a ``heading``.
  package var title: String
  /// The explanation for the user.
  package var message: String?
  /// The rows of a list or choice.
  package var rows: [Row]?
  /// The facts of a confirmation or choice.
  package var details: [Detail]?
  /// The lines of a form, at most ``TypedTexts/fieldLimit``.
  package var fields: [Field]?
  /// The label of the confirm button.
  package var confirmLabel: String?
  /// Whether confirming removes something.
  package var destructive: Bool?
  /// Whether the provider is working or waiting for something else, such as a passphrase prompt.
  package var busy: Bool?
  /// Whether the surface should offer a search over the rows.
  package var searchable: Bool?

  /// Creates one of the broker's own views: rows to pick one from.
  package init(number: Int, heading: Heading, rows: [Row]) {
    self.init(number: number, kind: .list, title: "", rows: rows)
    self.heading = heading
  }

  /// Creates a view; members that its kind does not use stay nil.
  package init(
    number: Int, kind: Kind, title: String, message: String? = nil, rows: [Row]? = nil, details: [Detail]? = nil,
    fields: [Field]? = nil, confirmLabel: String? = nil, destructive: Bool? = nil, busy: Bool? = nil, searchable: Bool? = nil
  ) {
    self.number = number
    self.kind = kind
    self.title = title
    self.message = message
    self.rows = rows
    self.details = details
    self.fields = fields
    self.confirmLabel = confirmLabel
    self.destructive = destructive
    self.busy = busy
    self.searchable = searchable
  }
}

/// The user's action in a view.
package struct ViewEventValue: Codable, Hashable, Sendable {
  /// The ways to leave a view.
  package enum Action: String, Codable, Sendable {
    /// A row was picked.
    case choose
    /// The question was confirmed; for a form, the frame's secret part is the typed text.
    case confirm
    /// The view was cancelled or its surface went away.
    case cancel
    /// The view's second button was pressed.
    case secondary
  }

  /// The number of the view that the event belongs to.
  package var view: Int
  /// The action.
  package var action: Action
  /// The identifier of the picked row.
  package var row: String?
  /// The number of bytes of each field of a form in the frame's secret part, in the form's order.
  package var byteCounts: [Int]?

  /// Creates an event.
  package init(view: Int, action: Action, row: String? = nil, byteCounts: [Int]? = nil) {
    self.view = view
    self.action = action
    self.row = row
    self.byteCounts = byteCounts
  }
}
