// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import SecretMemory

/// What is done next for a request; flows decide it, the broker carries it out.
indirect enum RequestStep: Sendable {
  /// The client is told, and the request is over.
  case answer(ClientAnswer, secret: SharedSecret? = nil)
  /// The person chooses in a view of the broker's own; each row leads to a step.
  case choose(PresentableViewValue, [String: RequestStep])
  /// Nothing is shown before the providers that have just been started said what they could fill, or their time is over.
  case waitForProviders(AppAuthorization)
  /// What the person picks in a field of the app goes on with it.
  case waitForField(AppAuthorization)
  /// Another part of the broker has the next step.
  case hear(@Sendable () async -> RequestStep)
  /// The client draws views from now on.
  case attachSurface(ticket: String?)
  /// The person picked the provider, by its identifier, that the client's credentials go to.
  case grantExport(to: String)
  /// A provider is asked.
  case ask(ProviderQuestion)
  /// The client is told why it gets nothing.
  case fail(ClientFailure)
}
