// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import SecretMemory

/// What a browser's popup asks of the vault: carried there and back, and looked at by nobody here.
enum ManageFlow {
  /// Hands a request to the vault and wraps the answer.
  ///
  /// - Parameter name: The vault's name for people.
  static func relay(
    _ request: VaultRelayRequest, named name: String,
    by ask: @escaping @Sendable (VaultRelayRequest) async throws(BrokerError) -> VaultRelayAnswer
  ) -> RequestStep {
    .hear {
      do throws(BrokerError) {
        let answer = try await ask(request)
        let text = try answer.secret.map { secret throws(BrokerError) in
          let text = secret.withBytes { String(validating: $0, as: UTF8.self) }
          guard let text else { throw BrokerError(.vaultFailed, subject: name) }
          return text
        }
        return .answer(.managed(ManagedAnswer(.object(answer.members), secret: text)))
      } catch {
        return .fail(ClientFailure(.providerFailed, detail: name))
      }
    }
  }
}
