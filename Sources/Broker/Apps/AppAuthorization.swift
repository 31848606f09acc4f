// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// The requests that an app performs together, after they were found to be in order and the app to belong to their services.
struct AppAuthorization: Sendable {
  /// How the app performs them.
  let mode: AppRequestMode
  /// Who asks, for people.
  let requester: String
  /// The services whose passwords will do, those that the app named first; empty unless it asked for a password.
  let passwordServices: [ServiceIdentifierValue]
  /// Sign-ins with a passkey, of which any one will do.
  let assertions: [Assertion]
  /// New passkeys, of which the first is made if the person takes that way.
  let registrations: [PreparedPasskeyRegistration]
  /// Whether the new passkey is only wanted if nobody need be asked.
  let isConditional: Bool

  /// A sign-in, and the caller as which it is made.
  struct Assertion: Sendable {
    let prepared: PreparedPasskeyAssertion
    let caller: JudgedCaller
  }

  /// Whether the app asks for something that exists already.
  var signsIn: Bool { !assertions.isEmpty || wantsPassword }

  /// Whether a password will do.
  var wantsPassword: Bool { !passwordServices.isEmpty }

  /// Where the person signs in, for the headline.
  var serviceName: String {
    assertions.first?.prepared.relyingPartyID ?? passwordServices.first?.identifier ?? registrations.first?.relyingPartyID ?? requester
  }
}
