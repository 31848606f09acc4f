// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices
internal import BrokerProtocol
internal import SecretMemory

/// The fields of one form, and the suggestions for them.
///
/// The toolkit's code calls ``beginEditing(_:)`` when a field gets the focus, shows the suggestions passed to ``suggestionsHandler``, and
/// calls ``pick(_:for:)`` when the user picks one. A provider is asked only then.
@MainActor
public final class AutoFillTextFields {
  /// Called with the suggestions for the focused field; an empty array means that nothing should be shown.
  public var suggestionsHandler: (@MainActor ([AutoFillSuggestion], any AutoFillTextField) -> Void)?

  /// Called when suggestions for the focused field cannot be obtained, with the reason, such as the missing half of an association.
  ///
  /// ``suggestionsHandler`` is called with an empty array as well. Log the error while you develop; there is nothing to show to the user.
  public var errorHandler: (@MainActor (any Error, any AutoFillTextField) -> Void)?

  private let services: [ASCredentialServiceIdentifier]?
  private let broker: BrokerClient
  private var fields: [Weak] = []
  private var search: Task<Void, Never>?

  private struct Weak {
    weak var field: (any AutoFillTextField)?
  }

  /// Creates the fields of an app's form.
  ///
  /// - Parameter services: The services that the form is for, most specific first; nil for all that the app is associated with. New passwords need
  ///     at least one, because a password is made by one service's rules.
  public convenience init(services: [ASCredentialServiceIdentifier]? = nil) {
    self.init(services: services, broker: .shared)
  }

  /// Creates the fields of a form that uses its own connection to the broker.
  package init(services: [ASCredentialServiceIdentifier]?, broker: BrokerClient) {
    self.services = services
    self.broker = broker
  }

  /// Adds a field, so that one pick fills both user name and password. Holds the field weakly.
  public func add(_ field: any AutoFillTextField) {
    fields.removeAll { $0.field == nil || $0.field === field }
    fields.append(Weak(field: field))
  }

  /// Call this when a field gets the focus. Starts looking for suggestions.
  public func beginEditing(_ field: any AutoFillTextField) {
    search?.cancel()
    guard let type = field.textContentType else { return }
    search = Task {
      var found: [AutoFillSuggestion] = []
      do {
        found = try await suggestions(for: type)
      } catch {
        if !Task.isCancelled { errorHandler?(error, field) }
      }
      guard !Task.isCancelled else { return }
      suggestionsHandler?(found, field)
    }
  }

  /// Call this when the field loses the focus.
  public func endEditing(_ field: any AutoFillTextField) {
    search?.cancel()
    search = nil
    suggestionsHandler?([], field)
  }

  /// Returns the suggestions for fields of this type.
  ///
  /// - Throws: ``AuthenticationServices/ASAuthorizationError`` with a reason, such as the missing half of an association.
  public func suggestions(for type: TextContentType) async throws(ASAuthorizationError) -> [AutoFillSuggestion] {
    if type == .newPassword { return try await newPasswords() }
    guard let purpose = FieldPurpose(type) else { return [] }
    let reply = try await ask(.textSuggestions(AppFieldRequest(field: purpose, services: services?.map(ServiceIdentifierValue.init))))
    guard case .suggestions(let suggestions) = reply.answer else {
      throw AuthorizationFailure(BrokerClientError(.malformedAnswer)).error
    }
    return suggestions.items.map(AutoFillSuggestion.init) + suggestions.locked.map(AutoFillSuggestion.init)
  }

  /// Fills the suggestion that the user picked. A user name's password goes into the form's other field.
  ///
  /// - Throws: ``AuthenticationServices/ASAuthorizationError`` if nothing was filled; `canceled` if the user cancelled.
  public func pick(_ suggestion: AutoFillSuggestion, for field: any AutoFillTextField) async throws(ASAuthorizationError) {
    switch suggestion.way {
    case .text(let password):
      fill([.newPassword: password], from: field)
    case .token(let token):
      let reply = try await ask(.provide(ProvideRequest(token: token)))
      switch reply.answer {
      case .credential(.oneTimeCode(let code)): fill([.oneTimeCode: code ?? reply.text], from: field)
      case .credential(.password(let user, let password)):
        // A password without a user name leaves the typed user name unchanged.
        fill([.username: user.isEmpty ? nil : user, .password: password ?? reply.text].compactMapValues(\.self), from: field)
      // The controller's delegate receives the passkey.
      case .done: break
      default: throw AuthorizationFailure(BrokerClientError(.malformedAnswer)).error
      }
    }
  }

  /// Shows new passwords outside the app and fills the one that the user picks, also into a confirmation field.
  ///
  /// - Throws: ``AuthenticationServices/ASAuthorizationError`` when nothing was filled, `canceled` when the user went back, `failed` when the form
  ///   names no service.
  public func chooseNewPassword(for field: any AutoFillTextField) async throws(ASAuthorizationError) {
    guard let service = services?.first else { throw AuthorizationFailure.noService.error }
    let request = GeneratePasswordsRequestValue(service: ServiceIdentifierValue(service))
    let reply = try await ask(.generatePassword(GeneratePasswordRequest(request, isChosen: true)))
    guard case .generated(let passwords) = reply.answer, let byteCount = passwords.first?.byteCount else {
      throw AuthorizationFailure(BrokerClientError(.malformedAnswer)).error
    }
    let password = String(decoding: reply.text.utf8.prefix(byteCount), as: UTF8.self)
    field.fill(with: password)
    fill([.newPassword: password], from: field)
  }

  /// Shows the texts that a provider stores and fills the one that the user picks, into a field of any type.
  ///
  /// - Throws: ``AuthenticationServices/ASAuthorizationError`` if nothing was filled; `canceled` if the user cancelled.
  public func chooseText(for field: any AutoFillTextField) async throws(ASAuthorizationError) {
    let reply = try await ask(.chooseText)
    guard case .text(let text) = reply.answer else { throw AuthorizationFailure(BrokerClientError(.malformedAnswer)).error }
    field.fill(with: text ?? reply.text)
  }

  private func fill(_ texts: [TextContentType: String], from picked: any AutoFillTextField) {
    if let type = picked.textContentType, let text = texts[type] { picked.fill(with: text) }
    for field in fields.compactMap(\.field) where field !== picked {
      if let type = field.textContentType, let text = texts[type] { field.fill(with: text) }
    }
  }

  private func newPasswords() async throws(ASAuthorizationError) -> [AutoFillSuggestion] {
    guard let service = services?.first else { return [] }
    let reply = try await ask(
      .generatePassword(GeneratePasswordRequest(GeneratePasswordsRequestValue(service: ServiceIdentifierValue(service)))))
    guard case .generated(let passwords) = reply.answer else { throw AuthorizationFailure(BrokerClientError(.malformedAnswer)).error }
    var rest = Array(reply.text.utf8)[...]
    return passwords.map { password in
      defer { rest = rest.dropFirst(password.byteCount) }
      return AutoFillSuggestion(newPassword: String(decoding: rest.prefix(password.byteCount), as: UTF8.self), kind: password.kind)
    }
  }

  private func ask(_ request: ClientRequest) async throws(ASAuthorizationError) -> BrokerClient.Reply {
    do {
      return try await broker.ask(request)
    } catch {
      throw AuthorizationFailure(error).error
    }
  }
}

extension FieldPurpose {
  fileprivate init?(_ type: TextContentType) {
    switch type {
    case .oneTimeCode: self = .oneTimeCode
    case .username: self = .username
    case .password: self = .currentPassword
    default: return nil
    }
  }
}

extension BrokerClient.Reply {
  /// The reply's secret part as text, to be filled into a field immediately.
  fileprivate var text: String { secret?.withBytes { String(decoding: $0, as: UTF8.self) } ?? "" }
}
