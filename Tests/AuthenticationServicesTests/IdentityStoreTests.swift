// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import BrokerProtocol
import Foundation
import Synchronization
import Testing

/// A broker's store that records the operations it receives.
final class NotedStore: IdentityStoreBacking {
  let operations = Mutex<[IdentityStoreOperation]>([])
  let reply: IdentityStoreReply

  init(reply: IdentityStoreReply) {
    self.reply = reply
  }

  func perform(_ operation: IdentityStoreOperation) async -> IdentityStoreReply {
    operations.withLock { $0.append(operation) }
    return reply
  }

  var last: IdentityStoreOperation? { operations.withLock { $0.last } }
}

@Suite("The identity store")
@MainActor
struct IdentityStoreTests {
  let store = ASCredentialIdentityStore(unbacked: ())
  let service = ASCredentialServiceIdentifier(identifier: "shop.example", type: .domain)

  private var identities: [any ASCredentialIdentity] {
    let password = ASPasswordCredentialIdentity(serviceIdentifier: service, user: "anne", recordIdentifier: "p")
    password.rank = 3
    let code = ASOneTimeCodeCredentialIdentity(serviceIdentifier: service, label: "anne", recordIdentifier: "c")
    let passkey = ASPasskeyCredentialIdentity(
      relyingPartyIdentifier: "shop.example", userName: "anne", credentialID: Data([1, 2]), userHandle: Data([3]), recordIdentifier: "k")
    return [password, code, passkey]
  }

  @Test("is disabled in a process that is not a provider")
  func disabled() async {
    let state = await store.state()
    #expect(!state.isEnabled)
    let error = await #expect(throws: ASCredentialIdentityStoreError.self) { try await store.removeAllCredentialIdentities() }
    #expect(error?.code == .storeDisabled)
    let why = error?.userInfo[NSLocalizedRecoverySuggestionErrorKey] as? String
    #expect(why?.contains("provider's main.swift") == true, "the error tells the app's developer what to do instead")
    #expect(await store.credentialIdentities().isEmpty)
  }

  @Test("reports the broker's state through both of its interfaces")
  func state() async {
    store.connect(to: NotedStore(reply: .state(isEnabled: true, supportsIncrementalUpdates: true)))
    let state = await store.state()
    #expect(state.isEnabled && state.supportsIncrementalUpdates)
    let isEnabled = await withCheckedContinuation { continuation in
      store.getState { continuation.resume(returning: $0.isEnabled) }
    }
    #expect(isEnabled)
  }

  @Test("sends identities of every type to the broker and returns them unchanged")
  func roundTrip() async throws {
    let noted = NotedStore(reply: .done)
    store.connect(to: noted)
    try await store.replaceCredentialIdentities(identities)
    guard case .replace(let values) = noted.last else {
      Issue.record("no replacement")
      return
    }
    #expect(values.map(\.kind) == [.password, .oneTimeCode, .passkey])
    #expect(values.map(\.rank) == [3, 0, 0])
    store.connect(to: NotedStore(reply: .identities(values)))
    let read = await store.credentialIdentities()
    #expect(read.count == 3)
    for (one, other) in zip(read, identities) {
      #expect(one.isEqual(other))
      #expect(one.rank == other.rank)
    }
  }

  @Test("queries one service and the requested credential types")
  func query() async {
    let noted = NotedStore(reply: .identities([]))
    store.connect(to: noted)
    _ = await store.credentialIdentities(forService: service, credentialIdentityTypes: [.oneTimeCode, .passkey])
    guard case .list(let asked, let kinds) = noted.last else {
      Issue.record("no query")
      return
    }
    #expect(asked?.identifier == "shop.example")
    #expect(kinds == [.passkey, .oneTimeCode])
  }

  @Test("throws Apple's error for the code with which the broker refuses", arguments: [0, 1, 2])
  func refusal(code: Int) async {
    store.connect(to: NotedStore(reply: .failed(code: code)))
    do {
      try await store.saveCredentialIdentities(identities)
      Issue.record("the call was not refused")
    } catch {
      #expect((error as NSError).domain == ASCredentialIdentityStoreErrorDomain)
      #expect((error as NSError).code == code)
    }
  }

  @Test("reports the result to a completion handler")
  func completion() async {
    store.connect(to: NotedStore(reply: .failed(code: 2)))
    let outcome = await withCheckedContinuation { (continuation: CheckedContinuation<(Bool, Int?), Never>) in
      store.removeCredentialIdentities(identities) { done, error in continuation.resume(returning: (done, (error as NSError?)?.code)) }
    }
    #expect(!outcome.0)
    #expect(outcome.1 == 2)
  }
}
