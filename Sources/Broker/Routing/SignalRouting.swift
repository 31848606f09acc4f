// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials
import Logging

/// What services tell about their accounts, on its way to every provider.
extension Broker {
  /// Tells every enabled provider that takes signals; the client hears only that they were told, never what they did with it.
  func signal(id: Int, client: Int, context: ClientContext?, _ signal: CredentialSignal) throws {
    guard signal.isBounded else { throw ClientFailure(.badRequest) }
    let service = ServiceIdentifierValue(identifier: signal.service, kind: .domain)
    begin(id: id, client: client, context: context, service: service, purpose: .signal) {
      (broker: isolated Broker, call, _) throws(ClientFailure) in
      for identifier in broker.order where broker.providers[identifier]?.bundle.capabilities.takes(signal) == true {
        broker.tellProvider(identifier, signal)
      }
      if let id = broker.requests[call]?.id { broker.deliver(.done(id: id), call: call) }
    }
  }

  private func tellProvider(_ identifier: String, _ signal: CredentialSignal) {
    if providers[identifier]?.link == nil { startProvider(identifier) }
    providers[identifier]?.lastActivity = environment.now()
    providers[identifier]?.link?.send(.report(signal: signal), secret: nil)
  }
}

extension CredentialSignal {
  /// The most credentials of one account that a signal names.
  private static let credentialLimit = 1024

  /// Whether it is no larger than the credentials it could be about.
  fileprivate var isBounded: Bool {
    switch self {
    case .unknownCredential(_, let credentialID): (1...1023).contains(credentialID.count)
    case .allAcceptedCredentials(_, let userHandle, let credentialIDs):
      (1...64).contains(userHandle.count) && credentialIDs.count <= Self.credentialLimit && credentialIDs.allSatisfy { $0.count <= 1023 }
    case .currentUserDetails(_, let userHandle, let name, let displayName):
      (1...64).contains(userHandle.count) && name.utf8.count <= 1024 && (displayName?.utf8.count ?? 0) <= 1024
    case .unusedPassword(_, let userName): userName.utf8.count <= 1024
    }
  }
}

extension ProviderBundle.Capabilities {
  /// Whether a provider is told of a signal: it declares `SupportsCredentialUpdate`.
  fileprivate func takes(_ signal: CredentialSignal) -> Bool { credentialUpdate }
}
