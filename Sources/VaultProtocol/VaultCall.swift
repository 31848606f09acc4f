// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a client asks of the vault, without the request's number.
package enum VaultCall: Hashable, Sendable {
  /// How things stand.
  case status
  /// Makes the vault; its passphrase is asked for by a prompt.
  case create
  /// Opens the vault and a grant for the asking terminal.
  case unlock
  /// Forgets every key and grant.
  case lock
  /// Stores a password: the secret part, or asked for by a prompt when there is none.
  case addPassword(NewPassword)
  /// Stores the set-up of verification codes: a link or Base32 secret in the secret part, or asked for by a prompt.
  case addCode(NewCode)
  /// What is in the vault.
  case list
  /// The current code of the one credential that the query fits.
  case code(CodeQuery)
  /// Ends a running request of this connection and takes its prompt away.
  case cancel

  /// A password to be stored.
  package struct NewPassword: Codable, Hashable, Sendable {
    /// The domain or URL it is for.
    package var service: String
    /// The account's name there.
    package var user: String
    /// What to call it; nil takes the service's name.
    package var title: String?

    /// Describes a password.
    package init(service: String, user: String, title: String? = nil) {
      self.service = service
      self.user = user
      self.title = title
    }
  }

  /// Verification codes to be set up.
  package struct NewCode: Codable, Hashable, Sendable {
    /// The domain or URL they are for; nil takes the link's issuer.
    package var service: String?
    /// The account's name there; nil takes the link's.
    package var user: String?
    /// What to call it; nil takes the link's issuer or the service's name.
    package var title: String?

    /// Describes a set-up; what is nil comes from the link.
    package init(service: String? = nil, user: String? = nil, title: String? = nil) {
      self.service = service
      self.user = user
      self.title = title
    }
  }

  /// Which code is wanted.
  package struct CodeQuery: Codable, Hashable, Sendable {
    /// Words that title, service or account must hold, or a record's identifier; empty fits all.
    package var query: String
    /// Whether the code after the current one is wanted; time-based codes only.
    package var next: Bool

    /// Asks for a code.
    package init(query: String, next: Bool = false) {
      self.query = query
      self.next = next
    }
  }
}

/// One request at the management door. A secret that belongs to it is the frame's secret part.
package struct VaultRequest: Hashable, Sendable {
  /// Chosen by the client, unique among its open requests; every answer repeats it.
  package var id: Int
  /// What is asked.
  package var call: VaultCall

  /// Numbers a call.
  package init(id: Int, call: VaultCall) {
    self.id = id
    self.call = call
  }
}

extension VaultRequest: Codable {
  private enum CodingKeys: String, CodingKey { case type, id }
  private enum Kind: String, Codable {
    case status, create, unlock, lock, list, code, cancel
    case addPassword = "add-password"
    case addCode = "add-code"
  }

  /// Reads the flat form; an unknown `type` throws.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int.self, forKey: .id)
    call =
      switch try container.decode(Kind.self, forKey: .type) {
      case .status: .status
      case .create: .create
      case .unlock: .unlock
      case .lock: .lock
      case .list: .list
      case .cancel: .cancel
      case .code: .code(try VaultCall.CodeQuery(from: decoder))
      case .addPassword: .addPassword(try VaultCall.NewPassword(from: decoder))
      case .addCode: .addCode(try VaultCall.NewCode(from: decoder))
      }
  }

  /// Writes the flat form: the call's members beside `type` and `id`.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    let kind: Kind
    switch call {
    case .status: kind = .status
    case .create: kind = .create
    case .unlock: kind = .unlock
    case .lock: kind = .lock
    case .list: kind = .list
    case .cancel: kind = .cancel
    case .code(let query):
      kind = .code
      try query.encode(to: encoder)
    case .addPassword(let password):
      kind = .addPassword
      try password.encode(to: encoder)
    case .addCode(let code):
      kind = .addCode
      try code.encode(to: encoder)
    }
    try container.encode(kind, forKey: .type)
  }
}
