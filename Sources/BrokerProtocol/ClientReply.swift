// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// One answer of the broker, with the number of its request.
package struct ClientReply: Hashable, Sendable {
  /// The client's number of the request; 0 answers the hello.
  package var id: RequestNumber
  /// The answer.
  package var answer: ClientAnswer

  /// Creates a reply with this request number.
  package init(_ id: RequestNumber, _ answer: ClientAnswer) {
    self.id = id
    self.answer = answer
  }
}

extension ClientReply: Codable {
  private enum CodingKeys: String, CodingKey { case type, id }
  private enum Kind: String, Codable {
    case welcome, suggestions, credential, authorized, generated, saved, text, done, status, providers, managed, failure, present, dismiss
    case setUpDone = "set-up-done"
    case passwordState = "password-state"
    case pairedBrowsers = "paired-browsers"
    case passkeyCreated = "passkey-created"
    case passkeyAsserted = "passkey-asserted"
    case exportGranted = "export-granted"
    case exchanging
  }

  private struct Version: Codable {
    var `protocol`: Int
    var virtual: Bool?
  }
  private struct Response: Codable { var response: JSONValue }
  private struct Credential: Codable { var credential: AppCredentialValue }
  private struct Passwords: Codable { var passwords: [GeneratedPasswordValue] }
  private struct Saved: Codable { var present: Bool? }
  private struct Text: Codable { var text: String? }
  private struct Detail: Codable { var detail: String? }
  private struct Providers<Provider: Codable>: Codable {
    var providers: [Provider]
    var unreadable: Bool?
  }
  private struct Browsers: Codable { var browsers: [PairedBrowserValue] }
  private struct View: Codable { var view: PresentableViewValue }

  /// Decodes the flat form; throws if `type` is unknown.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decodeIfPresent(RequestNumber.self, forKey: .id) ?? 0
    answer =
      switch try values.decode(Kind.self, forKey: .type) {
      case .welcome:
        try {
          let version = try Version(from: decoder)
          return .welcome(version: version.protocol, isVirtual: version.virtual ?? false)
        }()
      case .suggestions: .suggestions(try FieldSuggestions(from: decoder))
      case .credential: .credential(try FilledCredential(from: decoder))
      case .setUpDone: .setUpDone(try CodeSetUp(from: decoder))
      case .passkeyCreated: .passkeyCreated(response: try Response(from: decoder).response)
      case .passkeyAsserted: .passkeyAsserted(response: try Response(from: decoder).response)
      case .authorized: .authorized(try Credential(from: decoder).credential)
      case .generated: .generated(try Passwords(from: decoder).passwords)
      case .saved: .saved(isPresent: try Saved(from: decoder).present ?? false)
      case .passwordState: .passwordState(try PasswordStateValue(from: decoder))
      case .text: .text(try Text(from: decoder).text)
      case .done: .done(detail: try Detail(from: decoder).detail)
      case .status: .status(try Providers<ProviderStatusValue>(from: decoder).providers)
      case .providers:
        try {
          let list = try Providers<ProviderSettingsValue>(from: decoder)
          return .providers(list.providers, isUnreadable: list.unreadable ?? false)
        }()
      case .pairedBrowsers: .pairedBrowsers(try Browsers(from: decoder).browsers)
      case .managed: .managed(try ManagedAnswer(from: decoder))
      case .exportGranted: .exportGranted(try ExportGrant(from: decoder))
      case .exchanging: .exchanging(try ExchangeState(from: decoder))
      case .failure: .failure(try RequestFailure(from: decoder))
      case .present: .present(try View(from: decoder).view)
      case .dismiss: .dismiss
      }
  }

  /// Encodes the flat form: the answer's members next to `type` and `id`.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(id, forKey: .id)
    let (kind, members): (Kind, (any Encodable)?) =
      switch answer {
      case .welcome(let version, let isVirtual): (.welcome, Version(protocol: version, virtual: isVirtual ? true : nil))
      case .suggestions(let suggestions): (.suggestions, suggestions)
      case .credential(let credential): (.credential, credential)
      case .setUpDone(let account): (.setUpDone, account)
      case .passkeyCreated(let response): (.passkeyCreated, Response(response: response))
      case .passkeyAsserted(let response): (.passkeyAsserted, Response(response: response))
      case .authorized(let credential): (.authorized, Credential(credential: credential))
      case .generated(let passwords): (.generated, Passwords(passwords: passwords))
      case .saved(let isPresent): (.saved, Saved(present: isPresent ? true : nil))
      case .passwordState(let state): (.passwordState, state)
      case .text(let text): (.text, Text(text: text))
      case .done(let detail): (.done, Detail(detail: detail))
      case .status(let providers): (.status, Providers(providers: providers))
      case .providers(let providers, let isUnreadable):
        (.providers, Providers(providers: providers, unreadable: isUnreadable ? true : nil))
      case .pairedBrowsers(let browsers): (.pairedBrowsers, Browsers(browsers: browsers))
      case .managed(let answer): (.managed, answer)
      case .exportGranted(let grant): (.exportGranted, grant)
      case .exchanging(let state): (.exchanging, state)
      case .failure(let failure): (.failure, failure)
      case .present(let view): (.present, View(view: view))
      case .dismiss: (.dismiss, nil)
      }
    try members?.encode(to: encoder)
    try values.encode(kind, forKey: .type)
  }
}
