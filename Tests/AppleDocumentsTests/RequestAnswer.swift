// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import BrokerProtocol
import SecretMemory
import Synchronization

/// The system's end of one request, with the provider's answer to it.
final class RequestAnswer: Sendable {
  private let sent = Mutex<[(ProviderMessage, String?)]>([])

  /// Begins a request that a one-time code completes.
  func context() -> ASCredentialProviderExtensionContext {
    let request = ProviderRequest(call: 1, answers: [.oneTimeCode]) { message, secret in
      let text = secret.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } }
      self.sent.withLock { $0.append((message, text)) }
      return true
    }
    return ASCredentialProviderExtensionContext(request: request)
  }

  /// The code that the system received, or nil if it received anything else or more than one message.
  var code: String? {
    let messages = sent.withLock { $0 }
    guard messages.count == 1, case (.complete(_, .oneTimeCode), let code) = messages[0] else { return nil }
    return code
  }

  /// The domain and code of the only message, if it is a cancellation.
  var cancellation: (domain: String, code: Int)? {
    let messages = sent.withLock { $0 }
    guard messages.count == 1, case (.cancelRequest(_, let domain, let code, _), _) = messages[0] else { return nil }
    return (domain, code)
  }
}
