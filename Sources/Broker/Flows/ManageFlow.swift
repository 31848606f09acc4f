// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import SecretMemory

/// Requests by a browser's popup to the vault, which are forwarded without being examined.
enum ManageFlow {
  /// The vault's request that compares a password.
  static let passwordState = "password-state"

  /// Returns the members of the vault's request that compares a user's password with those it stores for a site.
  static func comparison(at site: String, of user: String) -> [String: JSONValue] {
    ["type": .text(passwordState), "service": .text(site), "user": .text(user), "unattended": .boolean(true)]
  }

  /// Makes the vault compare a password with those it stores for a site.
  ///
  /// - Parameter name: The vault's display name.
  static func compare(
    _ question: VaultRelayRequest, named name: String,
    by ask: @escaping @Sendable (VaultRelayRequest) async throws(BrokerError) -> VaultRelayAnswer
  ) -> RequestStep {
    .hear {
      guard let answer = try? await ask(question).members, case .text(let type)? = answer["type"] else {
        return .fail(ClientFailure(.providerFailed, detail: name))
      }
      if type == "failure" {
        return switch answer["code"] {
        case .text("locked")?: .answer(.passwordState(PasswordStateValue(.locked)))
        case .text("noVault")?: .fail(ClientFailure(.nothingToOffer))
        default: .fail(ClientFailure(.providerFailed, detail: name))
        }
      }
      guard type == passwordState, case .text(let word)? = answer["state"], let state = PasswordStateValue.State(rawValue: word),
        case .array(let users)? = answer["users"]
      else { return .fail(ClientFailure(.providerFailed, detail: name)) }
      let names = users.compactMap { user in if case .text(let user) = user { user } else { nil } }
      return .answer(.passwordState(PasswordStateValue(state, users: names)))
    }
  }

  /// Forwards a request to the vault and wraps the answer.
  ///
  /// - Parameter name: The vault's display name.
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
