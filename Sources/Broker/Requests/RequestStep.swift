// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import SecretMemory

/// The next step of a request; flows decide it, and the broker carries it out.
indirect enum RequestStep: Sendable {
  /// Answers the client, which ends the request.
  case answer(ClientAnswer, secret: SharedSecret? = nil)
  /// Lets the user choose in a view of the broker's own; each row leads to a step.
  case choose(PresentableViewValue, [String: RequestStep])
  /// Shows nothing until the providers that were just started have reported their identities, or timed out.
  case waitForProviders(AppAuthorization)
  /// Continues with the user's pick in a field of the app.
  case waitForField(AppAuthorization)
  /// Gets the next step from another part of the broker.
  case hear(@Sendable () async -> RequestStep)
  /// Makes the client draw views from now on.
  case attachSurface(ticket: String?)
  /// Grants the export of the client's credentials to the provider that the user picked, by its identifier.
  case grantExport(to: String)
  /// Asks a provider.
  case ask(ProviderQuestion)
  /// Tells the client the reason for the failure.
  case fail(ClientFailure)
}
