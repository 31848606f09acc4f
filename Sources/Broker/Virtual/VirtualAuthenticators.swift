// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
package import WebAuthnClient
package import WebAuthnModel

/// The authenticators of a session for automated tests of pages: they answer as instructed, without a user.
///
/// A broker with them hosts no provider, and the broker of a user's session has none: a user's data never exists next to something that
/// answers without being asked.
package protocol VirtualAuthenticators: Sendable {
  /// Creates a credential for a page that passed the gate.
  ///
  /// - Returns: nil if there is no authenticator at all, so that the browser's own function is used.
  /// - Throws: The error for the page. Cancelling the task ends the ceremony.
  func create(_ ceremony: VirtualCeremony) async throws(WebAuthnClientError) -> RegistrationResponseJSON?

  /// Signs in to a page that passed the gate.
  ///
  /// - Returns: nil if there is no authenticator at all.
  /// - Throws: The error for the page. Cancelling the task ends the ceremony.
  func get(_ ceremony: VirtualCeremony) async throws(WebAuthnClientError) -> AuthenticationResponseJSON?

  /// Returns whether one of them is part of the computer and verifies users (WebAuthn L3 §5.1.7).
  func hasPlatformAuthenticator() async -> Bool

  /// Handles a service's report on its accounts.
  func hear(_ signal: CredentialSignal) async
}

/// A page's request for a virtual authenticator, after the gate.
package struct VirtualCeremony: Sendable {
  /// The page's options in the JSON form of WebAuthn L3 §5.1.8 or §5.1.9.
  package let optionsJSON: [UInt8]
  /// The page.
  package let caller: WebAuthnCaller
  /// Whether a registration is requested without a prompt.
  package let isConditional: Bool

  /// Creates a ceremony from options in JSON.
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
