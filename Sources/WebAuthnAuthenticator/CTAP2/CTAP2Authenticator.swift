// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import Crypto
import WebAuthnModel

/// Answers CTAP2 commands byte for byte, using the given store and gesture collector (CTAP 2.2 §6).
///
/// The authenticator verifies the user itself (`uv`). There is no PIN, so authenticatorClientPIN supports only the key agreement, which
/// hmac-secret needs. This makes it a FIDO 2.0 authenticator with extensions of later versions.
public struct CTAP2Authenticator {
  let authenticator: WebAuthnAuthenticator
  let store: any PublicKeyCredentialSourceStore
  let person: any AuthorizationGestureCollector
  let backup: CredentialBackup
  let now: () -> ContinuousClock.Instant
  var generator: any RandomNumberGenerator
  var keyAgreement: P256.KeyAgreement.PrivateKey
  var pendingAssertions: PendingAssertions?

  /// The maximum size of a message, in bytes: the capacity of the USB transport (CTAP 2.2 §11.2.4).
  public static let maximumMessageByteCount = 7609
  /// The maximum number of credentials in a list.
  static let maximumCredentialCountInList = 64

  /// Creates an authenticator in its state after power-up.
  ///
  /// - Parameters:
  ///   - authenticator: Creates and uses credentials.
  ///   - store: The store of credentials.
  ///   - person: Asks the user. Verification happens only if the platform requests it.
  ///   - backup: Whether the store is synchronised.
  ///   - generator: The source of keys, credential IDs, PRFs and initialisation vectors.
  ///   - now: The clock that limits further assertions to 30 seconds.
  public init(
    authenticator: WebAuthnAuthenticator, store: any PublicKeyCredentialSourceStore, person: any AuthorizationGestureCollector,
    backup: CredentialBackup, generator: any RandomNumberGenerator, now: @escaping () -> ContinuousClock.Instant
  ) {
    self.authenticator = authenticator
    self.store = store
    self.person = person
    self.backup = backup
    self.generator = generator
    self.now = now
    keyAgreement = Self.makeKeyAgreement(using: &self.generator)
  }

  /// Answers a command byte with CBOR parameters with a status byte and CBOR. Every input gets an answer.
  public mutating func answer(to message: [UInt8]) -> [UInt8] {
    do throws(CTAP2Status) {
      guard message.count <= Self.maximumMessageByteCount else { throw .requestTooLarge }
      guard let command = message.first else { throw .invalidLength }
      guard let result = try result(of: command, parameters: message.dropFirst()) else { return [CTAP2Status.ok.rawValue] }
      return [CTAP2Status.ok.rawValue] + CBOREncoder(profile: .ctap2).encode(result)
    } catch {
      return [error.rawValue]
    }
  }

  private mutating func result(of command: UInt8, parameters: ArraySlice<UInt8>) throws(CTAP2Status) -> CBORValue? {
    let pending = pendingAssertions
    // CTAP 2.2 §6.3: any other command discards the state for authenticatorGetNextAssertion.
    pendingAssertions = nil
    switch command {
    case 0x01:
      return try makeCredential(try CTAP2Parameters(parsing: parameters))
    case 0x02:
      return try getAssertion(try CTAP2Parameters(parsing: parameters))
    case 0x04:
      try requireNone(parameters)
      return information
    case 0x06:
      return try clientPIN(try CTAP2Parameters(parsing: parameters))
    case 0x07:
      try requireNone(parameters)
      try reset()
      return nil
    case 0x08:
      try requireNone(parameters)
      return try getNextAssertion(pending)
    default:
      throw .invalidCommand
    }
  }

  private func requireNone(_ parameters: ArraySlice<UInt8>) throws(CTAP2Status) {
    guard parameters.isEmpty else { throw .invalidLength }
  }

  /// authenticatorGetInfo (CTAP 2.2 §6.4).
  private var information: CBORValue {
    .map([
      1: ["FIDO_2_0"],
      2: ["credProtect", "hmac-secret", "hmac-secret-mc"],
      3: .bytes(authenticator.aaguid.bytes),
      4: .map(["rk": true, "up": true, "uv": .boolean(person.canVerifyUser), "makeCredUvNotRqd": true]),
      5: .unsigned(UInt64(Self.maximumMessageByteCount)),
      6: .array(PinUvAuthProtocol.allCases.map { .integer($0.rawValue) }),
      7: .unsigned(UInt64(Self.maximumCredentialCountInList)),
      8: 1023,
      9: ["internal"],
      10: .array(
        authenticator.algorithms.map { .map(["alg": .integer(Int64($0.rawValue)), "type": "public-key"]) }),
    ])
  }

  /// authenticatorReset (CTAP 2.2 §6.6).
  private mutating func reset() throws(CTAP2Status) {
    guard person.gestureForReset().userPresent else { throw .operationDenied }
    do throws(WebAuthnAuthenticatorError) {
      try store.removeAll()
    } catch {
      throw .other
    }
    keyAgreement = Self.makeKeyAgreement(using: &generator)
  }

  /// authenticatorClientPIN, getKeyAgreement only (CTAP 2.2 §6.5.5.4).
  private func clientPIN(_ parameters: CTAP2Parameters) throws(CTAP2Status) -> CBORValue {
    let subcommand = try parameters.integer(2)
    guard subcommand == 0x02 else { throw .invalidSubcommand }
    guard PinUvAuthProtocol(rawValue: try parameters.integer(1)) != nil else { throw .invalidParameter }
    return .map([1: PinUvAuthProtocol.publicKey(of: keyAgreement)])
  }

  /// Performs the PIN steps that all ceremonies share; there is no PIN (CTAP 2.2 §6.1.2 steps 1 and 2, §6.2.2 steps 1 and 2).
  func refusePIN(_ parameters: CTAP2Parameters, parameter: CBORValue, authProtocol: CBORValue) throws(CTAP2Status) {
    guard let proof = try parameters.optionalBytes(parameter) else { return }
    // 1. An empty proof only asks the user to touch this authenticator.
    if proof.isEmpty { throw person.gestureForReset().userPresent ? .pinNotSet : .operationDenied }
    // 2. The protocol must be supported; without a PIN no proof is valid.
    guard PinUvAuthProtocol(rawValue: try parameters.integer(authProtocol)) != nil else { throw .invalidParameter }
    throw .pinAuthInvalid
  }

  mutating func initialisationVector() -> [UInt8] {
    (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  private static func makeKeyAgreement(using generator: inout any RandomNumberGenerator) -> P256.KeyAgreement.PrivateKey {
    for _ in 0..<64 {
      let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      if let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: bytes) { return key }
    }
    // All but one in 2^32 draws are valid keys, so this is reached only with a broken generator.
    return P256.KeyAgreement.PrivateKey()
  }
}
