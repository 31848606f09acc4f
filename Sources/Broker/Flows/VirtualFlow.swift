// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import WebAuthnClient

/// Ceremonies in a session for automated tests: a virtual authenticator answers instead of the user.
enum VirtualFlow {
  /// Creates a credential.
  static func create(_ ceremony: VirtualCeremony, by authenticators: (any VirtualAuthenticators)?) -> RequestStep {
    answer { () throws(WebAuthnClientError) in
      try await authenticators?.create(ceremony).map { .passkeyCreated(response: JSONValue(of: $0)) }
    }
  }

  /// Creates an assertion.
  static func get(_ ceremony: VirtualCeremony, by authenticators: (any VirtualAuthenticators)?) -> RequestStep {
    answer { () throws(WebAuthnClientError) in
      try await authenticators?.get(ceremony).map { .passkeyAsserted(response: JSONValue(of: $0)) }
    }
  }

  /// Returns the state of the authenticators, as if they were one provider.
  static func status(of authenticators: any VirtualAuthenticators) -> RequestStep {
    .hear {
      let makesPasskeys = await authenticators.hasPlatformAuthenticator()
      return .answer(.status([ProviderStatusValue(name: "Virtual authenticators", state: "unlocked", makesPasskeys: makesPasskeys)]))
    }
  }

  private static func answer(_ ask: @escaping @Sendable () async throws(WebAuthnClientError) -> ClientAnswer?) -> RequestStep {
    .hear {
      do throws(WebAuthnClientError) {
        guard let answer = try await ask() else { return .fail(ClientFailure(.nothingToOffer)) }
        return .answer(answer)
      } catch {
        return .fail(ClientFailure(error))
      }
    }
  }
}
