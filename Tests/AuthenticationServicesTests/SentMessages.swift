// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import BrokerProtocol
import SecretMemory
import Synchronization

/// The messages that a request sent to the broker, in order.
final class SentMessages: Sendable {
  struct Message: Sendable {
    var message: ProviderMessage
    var secret: String?
  }

  private let sent = Mutex<[Message]>([])

  var all: [Message] { sent.withLock { $0 } }

  /// The code and reason of the only message, if it is a cancellation in Apple's domain.
  var cancellation: (code: Int, reason: String?)? {
    guard all.count == 1, case .cancelRequest(_, ASExtensionErrorDomain, let code, let reason) = all[0].message else { return nil }
    return (code, reason)
  }

  /// The result and secret of the only message, if it is a completion.
  var completion: (result: ProviderResult, secret: String?)? {
    guard all.count == 1, case .complete(_, let result) = all[0].message else { return nil }
    return (result, all[0].secret)
  }

  func request(taking answers: Set<ProviderRequest.Answer>, call: CallNumber = 7) -> ProviderRequest {
    ProviderRequest(call: call, answers: answers) { message, secret in
      let text = secret.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } }
      self.sent.withLock { $0.append(Message(message: message, secret: text)) }
      return true
    }
  }

  func context(taking answers: Set<ProviderRequest.Answer>) -> ASCredentialProviderExtensionContext {
    ASCredentialProviderExtensionContext(request: request(taking: answers))
  }
}
