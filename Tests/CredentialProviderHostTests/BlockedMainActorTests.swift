// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import BrokerProtocol
import CredentialProviderHost
import Foundation
import LocalTransport
import SecretMemory
import Synchronization
import Testing

/// A provider that waits on the main thread for the store's state, as code written for Apple's systems does.
private final class WaitingProvider: ASCredentialProviderViewController {
  static let store = ASCredentialIdentityStore(unbacked: ())

  override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
    let semaphore = DispatchSemaphore(value: 0)
    let isEnabled = Mutex(false)
    Self.store.getState { state in
      isEnabled.withLock { $0 = state.isEnabled }
      semaphore.signal()
    }
    let words = semaphore.wait(timeout: .now() + 20) == .success ? "enabled \(isEnabled.withLock { $0 })" : "waited in vain"
    extensionContext.completeOneTimeCodeRequest(using: ASOneTimeCodeCredential(code: words))
  }
}

@Suite("A provider that blocks the main actor", .timeLimit(.minutes(1)))
struct BlockedMainActorTests {
  @Test("receives its identity store's answer while it waits")
  func waiting() async throws {
    var descriptors: [CInt] = [0, 0]
    try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &descriptors) == 0)
    let system = LocalConnection.adopt(descriptor: descriptors[0])
    let provider = LocalConnection.adopt(descriptor: descriptors[1])
    let running = Task { @MainActor in
      await CredentialProviderMain(connection: provider, principalClass: WaitingProvider.self, identityStore: WaitingProvider.store).run()
    }
    let request = CredentialRequestValue(
      type: .oneTimeCode,
      identity: CredentialIdentityValue(
        kind: .oneTimeCode, service: ServiceIdentifierValue(identifier: "shop.example", kind: .domain), user: "anne", recordIdentifier: "1")
    )
    // This runs outside the main actor, which the provider blocks.
    let answer = Task.detached { () throws -> String? in
      func send(_ message: BrokerMessage) throws { system.send(SocketFrame(json: try MessageCoding.encode(message))) }
      try send(.call(ProviderCall(1, .provideCredentialWithoutUserInteraction(request: request))))
      for await frame in system.frames {
        switch try MessageCoding.decode(ProviderMessage.self, from: frame.json) {
        case .store(let question, _):
          try send(.storeReply(request: question, frame: .state(isEnabled: true, supportsIncrementalUpdates: true)))
        case .complete: return frame.secret?.withBytes { String(decoding: $0, as: UTF8.self) }
        default: break
        }
      }
      return nil
    }
    #expect(try await answer.value == "enabled true")
    system.close()
    await running.value
  }
}
