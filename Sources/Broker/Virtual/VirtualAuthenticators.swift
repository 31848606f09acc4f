// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
package import WebAuthnClient
package import WebAuthnModel

/// The authenticators of a session for automated tests of pages: they answer without a person, as they were told to.
///
/// A broker that has them hosts no provider, and the broker of a person's session has none: what is kept for a person never stands
/// beside what answers unasked.
package protocol VirtualAuthenticators: Sendable {
  /// Makes a credential for a page that passed the gate.
  ///
  /// - Returns: nil where there is no authenticator at all, so that the browser's own function gets its turn.
  /// - Throws: what the page sees. Cancelling the task ends the ceremony.
  func create(_ ceremony: VirtualCeremony) async throws(WebAuthnClientError) -> RegistrationResponseJSON?

  /// Signs in to a page that passed the gate.
  ///
  /// - Returns: nil where there is no authenticator at all.
  /// - Throws: what the page sees. Cancelling the task ends the ceremony.
  func get(_ ceremony: VirtualCeremony) async throws(WebAuthnClientError) -> AuthenticationResponseJSON?

  /// Whether one of them is part of the computer and verifies people (WebAuthn L3 §5.1.7).
  func hasPlatformAuthenticator() async -> Bool

  /// Hears what a service tells about its accounts.
  func hear(_ signal: CredentialSignal) async
}

/// A page's request for a virtual authenticator, after the gate.
package struct VirtualCeremony: Sendable {
  /// The page's options in the JSON form of WebAuthn L3 §5.1.8 or §5.1.9.
  package let optionsJSON: [UInt8]
  /// The page.
  package let caller: WebAuthnCaller
  /// Whether a registration is wanted without a question.
  package let isConditional: Bool

  /// Describes a request by its options in JSON.
  package init(optionsJSON: [UInt8], caller: WebAuthnCaller, isConditional: Bool = false) {
    self.optionsJSON = optionsJSON
    self.caller = caller
    self.isConditional = isConditional
  }

  init(options: JSONValue, caller: JudgedCaller, isConditional: Bool = false) {
    optionsJSON = options.encoded
    self.caller = caller.webAuthnCaller
    self.isConditional = isConditional
  }
}
