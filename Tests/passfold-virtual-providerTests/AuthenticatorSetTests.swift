// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import CanonicalCBOR
import Crypto
import Foundation
import SecretMemory
import Synchronization
import Testing
import WebAuthnAuthenticator
import WebAuthnClient
import WebAuthnModel
import WebDomains
import passfold_virtual_provider

@Suite("Virtual authenticators")
struct AuthenticatorSetTests {
  private let caller: WebAuthnCaller
  private let set = AuthenticatorSet { _ in }

  init() throws {
    caller = WebAuthnCaller(origin: try Origin(parsing: "https://login.shop.example"))
  }

  private func creation(_ members: String = "", conditional: Bool = false) -> VirtualCeremony {
    VirtualCeremony(
      optionsJSON: Array(
        #"{"rp":{"name":"Shop","id":"shop.example"},"user":{"id":"AQI","name":"anne","displayName":"Anne"},"challenge":"AAAA","pubKeyCredParams":[{"type":"public-key","alg":-7}]\#(members)}"#
          .utf8), caller: caller, isConditional: conditional)
  }

  private func assertion(_ members: String = "") -> VirtualCeremony {
    VirtualCeremony(optionsJSON: Array(#"{"challenge":"AAAA","rpId":"shop.example"\#(members)}"#.utf8), caller: caller)
  }

  private func configuration(
    _ kind: AuthenticatorConfiguration.AuthenticatorProtocol, _ transport: AuthenticatorConfiguration.Transport = .usb,
    _ change: (inout AuthenticatorConfiguration) -> Void = { _ in }
  ) -> AuthenticatorConfiguration {
    var configuration = AuthenticatorConfiguration(kind, transport)
    change(&configuration)
    return configuration
  }

  private func exception(_ body: () async throws -> Void) async -> String? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? WebAuthnClientError)?.exception.rawValue
    }
  }

  private static let resident = #","authenticatorSelection":{"residentKey":"required"}"#

  @Test("leave a request unanswered if there are none")
  func nobody() async throws {
    #expect(try await set.create(creation()) == nil)
    #expect(try await set.get(assertion()) == nil)
  }

  @Test(
    "report their attachment and transport to the page",
    arguments: [
      (AuthenticatorConfiguration.Transport.internal, "platform"), (.usb, "cross-platform"), (.nfc, "cross-platform"),
      (.ble, "cross-platform"),
    ])
  func attachment(transport: AuthenticatorConfiguration.Transport, attachment: String) async throws {
    _ = try await set.add(configuration(.ctap2, transport))
    let made = try #require(try await set.create(creation()))
    #expect(made.authenticatorAttachment?.rawValue == attachment)
    #expect(made.response.transports == [transport.rawValue])
    let other = attachment == "platform" ? "cross-platform" : "platform"
    #expect(
      await exception { _ = try await set.create(creation(#","authenticatorSelection":{"authenticatorAttachment":"\#(other)"}"#)) }
        == "NotAllowedError")
  }

  @Test("sign in with a created credential, and its public key verifies the signature")
  func journey() async throws {
    _ = try await set.add(
      configuration(.ctap21, .internal) {
        $0.hasResidentKey = true; $0.hasUserVerification = true; $0.isUserVerified = true
      })
    let made = try #require(
      try await set.create(creation(#","authenticatorSelection":{"residentKey":"required","userVerification":"required"}"#)))
    let used = try #require(try await set.get(assertion(#","userVerification":"required""#)))
    #expect(used.id == made.id)
    #expect(used.response.userHandle?.bytes == [1, 2])
    let credential = try #require(
      try AttestationObject(parsing: made.response.attestationObject.bytes).authenticatorData.attestedCredentialData)
    let signed = used.response.authenticatorData.bytes + SHA256.hash(data: used.response.clientDataJSON.bytes)
    #expect(credential.publicKey.isValidSignature(used.response.signature.bytes, over: signed))
    #expect(try AuthenticatorData(parsing: used.response.authenticatorData.bytes).flags.contains([.userPresent, .userVerified]))
  }

  @Test("without resident keys or user verification are skipped if these are required")
  func candidates() async throws {
    let plain = try await set.add(configuration(.u2f))
    #expect(await exception { _ = try await set.create(creation(Self.resident)) } == "NotAllowedError")
    #expect(
      await exception { _ = try await set.create(creation(#","authenticatorSelection":{"userVerification":"required"}"#)) }
        == "NotAllowedError")
    // The next suitable one is asked.
    let able = try await set.add(configuration(.ctap2) { $0.hasResidentKey = true })
    _ = try await set.create(creation(Self.resident))
    #expect(try await set.credentials(of: plain).isEmpty)
    #expect(try await set.credentials(of: able).map(\.source.isDiscoverable) == [true])
  }

  @Test("report whether a credential is discoverable, except with CTAP 2.0 if it was not requested")
  func credProps() async throws {
    for (configuration, wish, expected) in [
      (configuration(.u2f), "preferred", false), (configuration(.ctap2), "preferred", false),
      (configuration(.ctap2) { $0.hasResidentKey = true }, "discouraged", nil),
      (configuration(.ctap2) { $0.hasResidentKey = true }, "preferred", true),
      (configuration(.ctap21) { $0.hasResidentKey = true }, "discouraged", false),
    ] as [(AuthenticatorConfiguration, String, Bool?)] {
      let id = try await set.add(configuration)
      let made = try #require(
        try await set.create(creation(#","authenticatorSelection":{"residentKey":"\#(wish)"},"extensions":{"credProps":true}"#)))
      #expect(made.clientExtensionResults?.credProps == .init(rk: expected))
      try await set.remove(id)
    }
  }

  @Test("report an excluded credential, but not another one")
  func excluded() async throws {
    _ = try await set.add(configuration(.ctap2))
    let made = try #require(try await set.create(creation()))
    func excluding(_ id: String) -> String { #","excludeCredentials":[{"type":"public-key","id":"\#(id)"}]"# }
    #expect(await exception { _ = try await set.create(creation(excluding(made.id))) } == "InvalidStateError")
    #expect(await exception { _ = try await set.create(creation(excluding("AAAA"))) } == nil)
  }

  @Test("with an unresponsive user wait for the page's timeout and create nothing")
  func unwilling() async throws {
    let waited = Mutex<[Duration]>([])
    let set = AuthenticatorSet { duration in waited.withLock { $0.append(duration) } }
    let id = try await set.add(configuration(.u2f) { $0.isUserConsenting = false })
    #expect(await exception { _ = try await set.create(creation(#","timeout":1"#)) } == "NotAllowedError")
    #expect(await exception { _ = try await set.create(creation()) } == "NotAllowedError")
    #expect(waited.withLock { $0 } == [.milliseconds(1), .seconds(300)])
    #expect(try await set.credentials(of: id).isEmpty)
  }

  @Test("with a user who cannot be verified refuse only if verification is required")
  func unverified() async throws {
    let id = try await set.add(configuration(.ctap2) { $0.hasUserVerification = true })
    let required = #","authenticatorSelection":{"userVerification":"required"}"#
    #expect(await exception { _ = try await set.create(creation(required)) } == "NotAllowedError")
    #expect(await exception { _ = try await set.create(creation()) } == nil)
    try await set.setUserVerified(true, in: id)
    #expect(await exception { _ = try await set.create(creation(required)) } == nil)
  }

  @Test("sign with a driver's credential, count from its counter and return a user handle only if it is resident")
  func added() async throws {
    let key = P256.Signing.PrivateKey()
    let id = try await set.add(configuration(.ctap21) { $0.hasResidentKey = true })
    for (credential, resident) in [("AQ", false), ("Ag", true)] {
      let parameters = CredentialParameters(
        credentialId: Base64URL(credential == "AQ" ? [1] : [2]), isResidentCredential: resident, rpId: "shop.example",
        privateKey: Base64URL(key.derRepresentation), userHandle: Base64URL([9]), signCount: 41)
      try await set.addCredential(VirtualCredential(parameters), to: id)
      let used = try #require(try await set.get(assertion(#","allowCredentials":[{"type":"public-key","id":"\#(credential)"}]"#)))
      #expect(used.response.userHandle?.bytes == (resident ? [9] : nil))
      #expect(try AuthenticatorData(parsing: used.response.authenticatorData.bytes).signCount == 42)
      let signed = used.response.authenticatorData.bytes + SHA256.hash(data: used.response.clientDataJSON.bytes)
      let signature = try P256.Signing.ECDSASignature(derRepresentation: used.response.signature.bytes)
      #expect(key.publicKey.isValidSignature(signature, for: signed))
    }
    #expect(
      await exception { _ = try await set.get(assertion(#","allowCredentials":[{"type":"public-key","id":"Aw"}]"#)) } == "NotAllowedError")
  }

  @Test("answer extensions that they support and deny the others")
  func extensions() async throws {
    let wishes =
      #","authenticatorSelection":{"residentKey":"required"},"extensions":{"prf":{"eval":{"first":"AQID"}},"largeBlob":{"support":"preferred"},"credBlob":"AQID","minPinLength":true}"#
    let without = try await set.add(configuration(.ctap21) { $0.hasResidentKey = true })
    let bare = try #require(try await set.create(creation(wishes))?.clientExtensionResults)
    #expect(bare.prf?.enabled == false && bare.prf?.results == nil && bare.largeBlob?.supported == false && bare.credBlob == false)
    let required = #","authenticatorSelection":{"residentKey":"required"},"extensions":{"largeBlob":{"support":"required"}}"#
    #expect(await exception { _ = try await set.create(creation(required)) } == "NotAllowedError")
    #expect(try await set.credentials(of: without).count == 1)
    // A missing PRF does not require user verification.
    let plain = try #require(try await set.get(assertion(#","extensions":{"prf":{"eval":{"first":"AQID"}}}"#))).clientExtensionResults
    #expect(plain?.prf == .init())
    try await set.remove(without)

    _ = try await set.add(
      configuration(.ctap21) {
        $0.hasResidentKey = true
        $0.extensions = [.prf, .largeBlob, .credBlob, .minPinLength]
      })
    let made = try #require(try await set.create(creation(wishes)))
    let given = try #require(made.clientExtensionResults)
    #expect(
      given.prf?.enabled == true && given.prf?.results?.first.bytes.count == 32 && given.largeBlob?.supported == true
        && given.credBlob == true)
    let data = try AttestationObject(parsing: made.response.attestationObject.bytes).authenticatorData
    #expect(data.extensions?["minPinLength"] == 4 && data.extensions?["credBlob"] == true)
    let list = #","allowCredentials":[{"type":"public-key","id":"\#(made.id)"}]"#
    let written = try await set.get(assertion(list + #","extensions":{"largeBlob":{"write":"BAUG"}}"#))
    #expect(written?.clientExtensionResults?.largeBlob?.written == true)
    let read = try await set.get(assertion(list + #","extensions":{"largeBlob":{"read":true},"getCredBlob":true}"#))
    #expect(
      read?.clientExtensionResults?.largeBlob?.blob?.bytes == [4, 5, 6] && read?.clientExtensionResults?.getCredBlob?.bytes == [1, 2, 3])
  }

  @Test("count as a platform authenticator if they are internal and verify users")
  func platform() async throws {
    for (configuration, expected) in [
      (configuration(.ctap2) { $0.hasUserVerification = true }, false), (configuration(.ctap2, .internal), false),
      (configuration(.ctap2, .internal) { $0.hasUserVerification = true }, true),
    ] {
      let id = try await set.add(configuration)
      #expect(await set.hasPlatformAuthenticator() == expected)
      try await set.remove(id)
    }
  }

  @Test("follow a service's signals for its own accounts only")
  func signals() async throws {
    let id = try await set.add(configuration(.ctap21) { $0.hasResidentKey = true })
    let made = try #require(try await set.create(creation(Self.resident)))
    await set.hear(.currentUserDetails(relyingParty: "other.example", userHandle: Data([1, 2]), name: "x", displayName: "X"))
    await set.hear(.currentUserDetails(relyingParty: "shop.example", userHandle: Data([3]), name: "x", displayName: "X"))
    #expect(try await set.credentials(of: id).first?.source.userNames?.name == "anne")
    await set.hear(.currentUserDetails(relyingParty: "shop.example", userHandle: Data([1, 2]), name: "ben", displayName: "Ben"))
    #expect(try await set.credentials(of: id).first?.source.userNames == .init(name: "ben", displayName: "Ben"))
    await set.hear(
      .allAcceptedCredentials(relyingParty: "shop.example", userHandle: Data([1, 2]), credentialIDs: [Data(made.rawId.bytes)]))
    await set.hear(.unknownCredential(relyingParty: "other.example", credentialID: Data(made.rawId.bytes)))
    #expect(try await set.credentials(of: id).count == 1)
    await set.hear(.unknownCredential(relyingParty: "shop.example", credentialID: Data(made.rawId.bytes)))
    #expect(try await set.credentials(of: id).isEmpty)
  }
}
