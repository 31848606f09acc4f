// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// The requests that an app performs together, after validation of the requests and of the app's association with their services.
struct AppAuthorization: Sendable {
  /// The mode in which the app performs them.
  let mode: AppRequestMode
  /// The app's display name.
  let requester: String
  /// The services whose passwords are acceptable, in the app's order; empty unless it asked for a password.
  let passwordServices: [ServiceIdentifierValue]
  /// Sign-ins with a passkey, any one of which is acceptable.
  let assertions: [Assertion]
  /// New passkeys, the first of which is created if the user chooses that.
  let registrations: [PreparedPasskeyRegistration]
  /// Whether the new passkey is wanted only without a prompt.
  let isConditional: Bool

  /// A sign-in, and the caller that makes it.
  struct Assertion: Sendable {
    let prepared: PreparedPasskeyAssertion
    let caller: JudgedCaller
  }

  /// Whether the app asks for something that already exists.
  var signsIn: Bool { !assertions.isEmpty || wantsPassword }

  /// Whether a password is acceptable.
  var wantsPassword: Bool { !passwordServices.isEmpty }

  /// The service where the user signs in, for the headline.
  var serviceName: String {
    assertions.first?.prepared.relyingPartyID ?? passwordServices.first?.identifier ?? registrations.first?.relyingPartyID ?? requester
  }
}
