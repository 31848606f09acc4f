// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import BrokerProtocol
import CredentialProviderHost
import Foundation
import LocalTransport
import SecretMemory
import Testing

/// The broker's end of a provider's connection, played by a test.
@MainActor
final class PlayedBroker {
  let main: CredentialProviderMain
  let store = ASCredentialIdentityStore(unbacked: ())
  private let connection: LocalConnection
  private var frames: AsyncStream<SocketFrame>.AsyncIterator
  private let running: Task<Void, Never>

  init(_ principalClass: ASCredentialProviderViewController.Type = ScriptedProvider.self) async throws {
    var descriptors: [CInt] = [0, 0]
    try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &descriptors) == 0)
    connection = LocalConnection.adopt(descriptor: descriptors[0])
    frames = connection.frames.makeAsyncIterator()
    let main = CredentialProviderMain(
      connection: LocalConnection.adopt(descriptor: descriptors[1]), principalClass: principalClass, identityStore: store)
    self.main = main
    running = Task { await main.run() }
    guard case .ready(protocolVersion: 1) = try await next().message else {
      Issue.record("the provider's first message was not ready")
      return
    }
  }

  func send(_ call: BrokerMessage, secret: String? = nil) throws {
    connection.send(SocketFrame(json: try MessageCoding.encode(call), secret: secret.map { SharedSecret(copying: $0.utf8) }))
  }

  func sendRaw(_ text: String) {
    connection.send(SocketFrame(json: [UInt8](text.utf8)))
  }

  func next() async throws -> (message: ProviderMessage, secret: String?) {
    var iterator = frames
    guard let frame = await iterator.next(isolation: MainActor.shared) else { throw Ended() }
    frames = iterator
    let secret = frame.secret.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } }
    return (try MessageCoding.decode(ProviderMessage.self, from: frame.json), secret)
  }

  func nextView() async throws -> PresentableViewValue {
    guard case .present(_, let view) = try await next().message else { throw Unexpected() }
    return view
  }

  func nextCancellation() async throws -> (code: Int, reason: String?) {
    guard case .cancelRequest(_, ASExtensionErrorDomain, let code, let reason) = try await next().message else { throw Unexpected() }
    return (code, reason)
  }

  func nextCompletion() async throws -> (result: ProviderResult, secret: String?) {
    let (message, secret) = try await next()
    guard case .complete(_, let result) = message else { throw Unexpected() }
    return (result, secret)
  }

  /// Closes the connection and waits for the provider's main loop to end.
  func leave() async {
    connection.close()
    await running.value
  }

  struct Unexpected: Error {}
  struct Ended: Error {}

  static func codeRequest(_ record: String) -> CredentialRequestValue {
    CredentialRequestValue(
      type: .oneTimeCode,
      identity: CredentialIdentityValue(
        kind: .oneTimeCode, service: ServiceIdentifierValue(identifier: "shop.example", kind: .domain), user: "anne",
        recordIdentifier: record))
  }

  static func registration(hashSize: Int = 32) -> CredentialRequestValue {
    CredentialRequestValue(
      type: .passkeyRegistration,
      identity: CredentialIdentityValue(
        relyingPartyIdentifier: "shop.example", userName: "anne", credentialID: Data(), userHandle: Data([3]), recordIdentifier: nil),
      clientDataHash: Data(repeating: 9, count: hashSize), userVerification: "preferred", supportedAlgorithms: [-7],
      displayName: "Anne A.")
  }
}
