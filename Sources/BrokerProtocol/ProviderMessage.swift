// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// How a provider's credential reaches the broker; a password, a code, a text or what extensions
/// brought is in the frame's secret part.
package enum ProviderResult: Codable, Hashable, Sendable {
  /// The secret part is the password in UTF-8.
  case password(user: String)
  /// The secret part is the code in UTF-8.
  case oneTimeCode
  /// Apple: `ASPasskeyAssertionCredential`.
  case passkeyAssertion(
    userHandle: Data, relyingParty: String, signature: Data, clientDataHash: Data, authenticatorData: Data, credentialID: Data,
    extensions: PasskeyExtensionOutputsValue? = nil)
  /// Apple: `ASPasskeyRegistrationCredential`.
  case passkeyRegistration(
    relyingParty: String, clientDataHash: Data, credentialID: Data, attestationObject: Data,
    extensions: PasskeyExtensionOutputsValue? = nil)
  /// Linux: a verification code was set up.
  case verificationCodeSetup(service: String, account: String)
  /// The secret part is the text in UTF-8 (Apple: `completeRequest(withTextToInsert:)`).
  case textToInsert
  /// Apple: `completeSavePasswordRequest`.
  case passwordSaved
  /// Apple: `completeGeneratePasswordRequest(results:)`; the secret part is the passwords one after the other.
  case generatedPasswords([GeneratedPasswordValue])
  /// Apple: `completeExtensionConfigurationRequest()`.
  case configured
  /// Linux: what the provider keeps was handed over.
  case credentialsExported
  /// Linux: what was handed over to the provider is kept by it.
  case credentialsImported
}

/// Whether a provider can answer without asking for a passphrase first.
package enum ProviderLockState: String, Codable, Sendable {
  /// The provider has nothing to unlock yet: no vault was made.
  case noVault
  case locked
  case unlocked
}

/// What a provider says to the broker.
package enum ProviderMessage: Codable, Sendable {
  /// The first message: the provider's main loop runs.
  case ready(protocolVersion: Int)
  /// What the provider doctor found in the provider's own process, one code for each finding.
  case findings([String])
  /// A request's answer.
  case complete(call: CallNumber, result: ProviderResult)
  /// A request's end without an answer (Apple: `cancelRequest(withError:)`); `reason` is a code, never a person's data.
  case cancelRequest(call: CallNumber, domain: String, code: Int, reason: String?)
  /// Shows or updates a view at the surface that the request came from.
  case present(call: CallNumber, view: PresentableViewValue)
  /// Takes the view away while the request goes on.
  case dismiss(call: CallNumber)
  /// Reads or changes the identity store; frames with one request number belong together.
  case store(request: QuestionNumber, frame: IdentityStoreFrame)
  /// The provider was locked or unlocked.
  case lockState(ProviderLockState)
  /// The terminal sessions, by the process id of their leaders, in which the person typed the passphrase and which may go on without another
  /// question; those not named have no such leave any more. Only a provider that serves the session is heard.
  case grants(sessions: [Int32])
  /// Whether there is anything to carry between this computer's vault and other devices. Only a provider that serves the session is heard.
  case carries(Bool)
  /// Asks which program a process runs, which a sandbox hides; only a provider that serves the session is told.
  case identify(question: QuestionNumber, process: Int32)
  /// Asks about the person's finger; only a provider that serves the session is answered, once, and one question at a time is open.
  case finger(question: QuestionNumber, FingerRequest)
  /// The answer to ``BrokerMessage/lock(question:)``: every key is forgotten.
  case hasLocked(question: QuestionNumber)
  /// The answer to ``BrokerMessage/mayEnd(question:)``: false while somebody converses with it or it keeps what only its memory holds.
  case rest(question: QuestionNumber, mayEnd: Bool)
  /// The answer to ``BrokerMessage/ping``: the provider's main loop runs.
  case pong
  /// Asks as an app does; of a provider, what belongs to the exchange of credentials alone is heard.
  case request(ClientMessage)
}

extension ProviderMessage {
  /// The reason of a cancellation whose answer no frame holds.
  package static let answerTooLarge = "answerTooLarge"
}
