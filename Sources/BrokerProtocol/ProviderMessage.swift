// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// The form in which a provider's credential reaches the broker; a password, a code, a text or the secret outputs of extensions are in the
/// frame's secret part.
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
  /// Linux: a one-time code was set up.
  case verificationCodeSetup(service: String, account: String)
  /// The secret part is the text in UTF-8 (Apple: `completeRequest(withTextToInsert:)`).
  case textToInsert
  /// Apple: `completeSavePasswordRequest`.
  case passwordSaved
  /// Apple: `completeGeneratePasswordRequest(results:)`; the secret part is the concatenated passwords.
  case generatedPasswords([GeneratedPasswordValue])
  /// Apple: `completeExtensionConfigurationRequest()`.
  case configured
  /// Linux: the provider's credentials were exported.
  case credentialsExported
  /// Linux: the provider stored the imported credentials.
  case credentialsImported
}

/// Whether a provider can answer without asking for a passphrase first.
package enum ProviderLockState: String, Codable, Sendable {
  /// The provider has nothing to unlock yet: there is no vault.
  case noVault
  case locked
  case unlocked
}

/// A message from a provider to the broker.
package enum ProviderMessage: Codable, Sendable {
  /// The first message: the provider's main loop runs.
  case ready(protocolVersion: Int)
  /// The findings of the provider doctor in the provider's own process, one code for each finding.
  case findings([String])
  /// A request's answer.
  case complete(call: CallNumber, result: ProviderResult)
  /// The request ended without an answer (Apple: `cancelRequest(withError:)`); `reason` is a code, never user data.
  case cancelRequest(call: CallNumber, domain: String, code: Int, reason: String?)
  /// Shows or updates a view at the surface that the request came from.
  case present(call: CallNumber, view: PresentableViewValue)
  /// Removes the view while the request continues.
  case dismiss(call: CallNumber)
  /// Reads or changes the identity store; frames with one request number belong together.
  case store(request: QuestionNumber, frame: IdentityStoreFrame)
  /// The provider was locked or unlocked.
  case lockState(ProviderLockState)
  /// The terminal sessions, by the process ID of their leaders, in which the user typed the passphrase and which may continue without
  /// another question. Sessions that are not named lose this permission. Accepted only from the provider that serves the session.
  case grants(sessions: [Int32])
  /// Whether there is anything to synchronise between this computer's vault and other devices. Accepted only from the provider that serves
  /// the session.
  case carries(Bool)
  /// Asks which program a process runs, which a sandbox hides; answered only to the provider that serves the session.
  case identify(question: QuestionNumber, process: Int32)
  /// Asks about the user's fingerprint; answered, once, only to the provider that serves the session. Only one question is open at a time.
  case finger(question: QuestionNumber, FingerRequest)
  /// The answer to ``BrokerMessage/lock(question:)``: every key is forgotten.
  case hasLocked(question: QuestionNumber)
  /// The answer to ``BrokerMessage/mayEnd(question:)``: false while it has an open conversation or holds data only in memory.
  case rest(question: QuestionNumber, mayEnd: Bool)
  /// The answer to ``BrokerMessage/ping``: the provider's main loop runs.
  case pong
  /// Makes a request as an app does; from a provider, only requests of the credential exchange are accepted.
  case request(ClientMessage)
}

extension ProviderMessage {
  /// The reason of a cancellation because the answer does not fit in a frame.
  package static let answerTooLarge = "answerTooLarge"
}
