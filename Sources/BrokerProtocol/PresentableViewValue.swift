// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a provider shows a person, as a value that any surface can draw (the client door's "Views").
package struct PresentableViewValue: Codable, Hashable, Sendable {
  /// Which of the five views it is.
  package enum Kind: String, Codable, Sendable {
    /// Rows to pick one from.
    case list
    /// A few rows with details about the question.
    case choice
    /// A question with one way on.
    case confirmation
    /// A text without a question.
    case message
    /// Fields to type into; a surface alone draws it, never a browser.
    case form
  }

  /// What a row stands for.
  package enum RowKind: String, Codable, Sendable {
    case password
    case passkey
    case oneTimeCode = "one-time-code"
    /// A provider, whose list the row leads to.
    case provider
    /// A new passkey, which the row's provider would make.
    case newPasskey = "new-passkey"
    /// A provider that has to be unlocked first.
    case locked
    /// A provider that would take what another one hands over.
    case destination
  }

  /// What a view of the broker's own is about; the face that draws it has the words.
  package struct Heading: Codable, Hashable, Sendable {
    /// The broker's own views; the raw values are codes on the wire.
    package enum Code: String, Codable, Sendable {
      /// Several providers could be asked.
      case chooseProvider = "choose-provider"
      /// An app signs in to the subject with a passkey or a password.
      case signIn = "sign-in"
      /// A page signs in to the subject with a passkey.
      case signInWithPasskey = "sign-in-with-passkey"
      /// Several new passwords were made.
      case chooseNewPassword = "choose-new-password"
      /// Everything that the subject, a provider, keeps goes to the provider that is picked.
      case handOver = "hand-over"
      /// A provider's form stands in a window of the desktop, since no browser carries what is typed for a provider.
      case typeInWindow = "type-in-window"
    }

    /// What the view is about.
    package var code: Code
    /// The service that it is about, where it is about one.
    package var subject: String?

    /// Names a view.
    package init(_ code: Code, subject: String? = nil) {
      self.code = code
      self.subject = subject
    }
  }

  /// One row of a list or choice.
  package struct Row: Codable, Hashable, Sendable {
    /// What ``ViewEventValue`` names it by.
    package var id: String
    /// The first line: the service, or in a view of the broker's own the account or provider alone.
    package var title: String
    /// The second line: the account.
    package var subtitle: String?
    /// A live one-time code, sent only while the list is on screen.
    package var code: String?
    /// When the code ends, in seconds since 1970.
    package var validUntil: Double?
    /// How many seconds the code's period lasts.
    package var period: Double?
    /// Whether the row fits what was asked for; such rows come first.
    package var match: Bool?
    /// What the row stands for, for its symbol; nil says nothing.
    package var kind: RowKind?
    /// The provider that the row belongs to, where the list mixes several.
    package var provider: String?

    /// Makes a row.
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
    /// What the fact is about.
    package var label: String
    /// The fact.
    package var value: String

    /// Pairs a label with its value.
    package init(label: String, value: String) {
      self.label = label
      self.value = value
    }
  }

  /// One line of a form to type into.
  package struct Field: Codable, Hashable, Sendable {
    /// What to type.
    package var label: String
    /// Whether what is typed is hidden and, as far as the surface goes, kept in locked memory.
    package var secret: Bool?
    /// What stands in it at first; never in a secret one.
    package var text: String?
    /// Whether it may stay empty.
    package var optional: Bool?

    /// Describes a line.
    package init(label: String, secret: Bool? = nil, text: String? = nil, optional: Bool? = nil) {
      self.label = label
      self.secret = secret
      self.text = text
      self.optional = optional
    }
  }

  /// Distinguishes the views of one request; presenting the same number again updates the view on screen.
  package var number: Int
  /// Who shows it: the provider's name, filled in by the broker.
  package var source: String?
  /// Who asked for what is on screen, for people; filled in by the broker where the surface is not the asker's own.
  package var requester: String?
  /// Which of the five views it is.
  package var kind: Kind
  /// What a view of the broker's own is about; nil for a provider's, which brings its own headline.
  package var heading: Heading?
  /// The headline; empty where there is a ``heading``.
  package var title: String
  /// What the person should know.
  package var message: String?
  /// The rows of a list or choice.
  package var rows: [Row]?
  /// The facts of a confirmation or choice.
  package var details: [Detail]?
  /// The lines of a form, ``TypedTexts/fieldLimit`` at most.
  package var fields: [Field]?
  /// The label of the way on.
  package var confirmLabel: String?
  /// Whether going on removes something.
  package var destructive: Bool?
  /// Whether the provider works or waits for something outside, such as a passphrase prompt.
  package var busy: Bool?
  /// Whether the surface should offer a search over the rows.
  package var searchable: Bool?

  /// Makes a view of the broker's own: rows to pick one from.
  package init(number: Int, heading: Heading, rows: [Row]) {
    self.init(number: number, kind: .list, title: "", rows: rows)
    self.heading = heading
  }

  /// Makes a view; members that its kind does not use stay nil.
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

/// What a person did with a view.
package struct ViewEventValue: Codable, Hashable, Sendable {
  /// The ways out of a view.
  package enum Action: String, Codable, Sendable {
    /// A row was picked.
    case choose
    /// The question was answered with its way on; for a form, the frame's secret part is what was typed.
    case confirm
    /// The view was cancelled or its surface went away.
    case cancel
    /// A view's second way on.
    case secondary
  }

  /// The number of the view it answers.
  package var view: Int
  /// What was done.
  package var action: Action
  /// The picked row's id.
  package var row: String?
  /// How many bytes of the frame's secret part each field of a form has, in the form's order.
  package var byteCounts: [Int]?

  /// Describes one act.
  package init(view: Int, action: Action, row: String? = nil, byteCounts: [Int]? = nil) {
    self.view = view
    self.action = action
    self.row = row
    self.byteCounts = byteCounts
  }
}
