// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import SecretMemory

/// Creates a client's answer from a provider's checked answer.
struct AnswerDelivery: Sendable {
  let aim: RequestAim
  let question: ProviderQuestion
  /// The provider's name, for a failure.
  let provider: String?
  /// Whether the client's transport has no secret part, so that secrets are JSON members.
  let isInJSON: Bool
  /// Whether the provider answered before anything could be shown to the user.
  var isUnasked = false

  /// Returns the answer, and its secret part.
  ///
  /// - Throws: `providerFailed` if the client has no use for the answer, or it is inconsistent.
  func answer(_ checked: CheckedAnswer) throws(ClientFailure) -> (ClientAnswer, SharedSecret?) {
    if case .authorize = aim { return try answerToApp(checked) }
    switch checked {
    case .oneTimeCode(let code):
      return last([code]) { .credential(.oneTimeCode(isInJSON ? code : nil)) }
    case .password(let user, let password):
      // A page that asked only for a passkey has no field for a password.
      guard !question.passwordHosts.isEmpty else { throw failure }
      return last([password]) { .credential(.password(user: user, isInJSON ? password : nil)) }
    case .generated(let passwords):
      return last(passwords.map(\.password)) {
        .generated(passwords.map { GeneratedPasswordValue(kind: $0, byteCount: $1.utf8.count, value: isInJSON ? $1 : nil) })
      }
    case .text(let text):
      return last([text]) { .text(isInJSON ? text : nil) }
    case .saved:
      // A provider that saves a password without a prompt already had it, unless the password is held until its form is submitted.
      guard case .savedPassword(let value, _) = question.subject else { return (.saved(), nil) }
      return (.saved(isPresent: isUnasked && value.event != .generatedPasswordFilled), nil)
    case .configured, .exchanged:
      return (.done(), nil)
    case .setUp(let service, let account):
      return (.setUpDone(CodeSetUp(service: service, account: account)), nil)
    case .assertion(let assertion, let prepared):
      let response = try prepared.response(assertion)
      return (aim == .get ? .passkeyAsserted(response: response) : .credential(.passkey(response: response)), nil)
    case .registration(let registration, let prepared):
      return (.passkeyCreated(response: try prepared.response(registration)), nil)
    }
  }

  private func answerToApp(_ checked: CheckedAnswer) throws(ClientFailure) -> (ClientAnswer, SharedSecret?) {
    switch checked {
    case .password(let user, let password):
      guard !question.passwordHosts.isEmpty else { throw failure }
      return (.authorized(.password(user: user)), SharedSecret(copying: password.utf8))
    case .assertion(let assertion, let prepared):
      let (credential, secret) = try prepared.appCredential(assertion)
      return (.authorized(credential), secret)
    case .registration(let registration, let prepared):
      let (credential, secret) = try prepared.appCredential(registration)
      return (.authorized(credential), secret)
    default:
      throw failure
    }
  }

  private var failure: ClientFailure { ClientFailure(.providerFailed, detail: provider) }

  private func last(_ texts: [String], _ answer: () -> ClientAnswer) -> (ClientAnswer, SharedSecret?) {
    (answer(), isInJSON ? nil : SharedSecret(copying: texts.joined().utf8))
  }
}

extension AnswerDelivery {
  /// Returns the final step of a request that a provider answered.
  func step(_ checked: CheckedAnswer) -> RequestStep {
    do throws(ClientFailure) {
      let (answer, secret) = try answer(checked)
      return .answer(answer, secret: secret)
    } catch {
      return .fail(error)
    }
  }
}
