// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnClient
import WebAuthnModel

/// The behaviour of an authenticator (WebAuthn L3 §11.2, "authenticator configuration"); the defaults are the specification's.
package struct AuthenticatorConfiguration: Hashable, Sendable {
  /// The protocol that the authenticator implements.
  package enum AuthenticatorProtocol: String, Decodable, Sendable {
    case u2f = "ctap1/u2f"
    case ctap2
    case ctap21 = "ctap2_1"
  }

  /// The connection of the authenticator.
  package enum Transport: String, Decodable, Sendable {
    case usb, nfc, ble, hybrid, `internal`
    case smartCard = "smart-card"
  }

  /// The extensions that an authenticator may have.
  package enum Extension: String, Decodable, Sendable {
    case credBlob, largeBlob, minPinLength, prf
  }

  /// The protocol, which limits the authenticator's capabilities.
  package var `protocol`: AuthenticatorProtocol
  /// The connection; only `internal` is part of the computer.
  package var transport: Transport
  /// Whether it creates discoverable credentials.
  package var hasResidentKey = false
  /// Whether it can verify the user.
  package var hasUserVerification = false
  /// Whether the user agrees to everything; otherwise each request waits until its time is over.
  package var isUserConsenting = true
  /// Whether the user is verified if that is requested.
  package var isUserVerified = false
  /// The extensions that it has.
  package var extensions: Set<Extension> = []
  /// Whether its credentials are backup eligible.
  package var defaultBackupEligibility = false
  /// Whether its credentials are backed up.
  package var defaultBackupState = false

  /// Creates a configuration; the other properties can be set.
  package init(_ protocol: AuthenticatorProtocol, _ transport: Transport) {
    self.protocol = `protocol`
    self.transport = transport
  }

  /// The traits of the authenticator that a client knows.
  var traits: AuthenticatorTraits {
    var traits = AuthenticatorTraits(
      attachment: transport == .internal ? .platform : .crossPlatform, transports: [transport.rawValue],
      makesDiscoverableCredentials: hasResidentKey, canVerifyUser: hasUserVerification)
    traits.hasPRF = extensions.contains(.prf)
    return traits
  }

  /// The algorithms of the keys that it generates.
  var algorithms: [COSEAlgorithm] { self.protocol == .u2f ? [.es256] : [.es256, .edDSA, .rs256] }

  /// The extensions that the client passes to it. PRF and large blob are always among them, so that a page that asks for one learns that
  /// there is none.
  var clientExtensions: ClientExtensions {
    var carried: ClientExtensions = [.credProps, .prf, .largeBlob, .credProtect]
    if extensions.contains(.credBlob) { carried.insert(.credBlob) }
    if extensions.contains(.minPinLength) { carried.insert(.minPinLength) }
    return carried
  }
}

extension AuthenticatorConfiguration: Decodable {
  private enum Key: String, CodingKey {
    case `protocol`, transport, hasResidentKey, hasUserVerification, isUserConsenting, isUserVerified, extensions, defaultBackupEligibility,
      defaultBackupState
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func named<Value: RawRepresentable<String>>(_ text: String, _ kind: String) throws -> Value {
      guard let value = Value(rawValue: text) else { throw CommandError(.invalidArgument, "no \(kind) is called \(text.prefix(64))") }
      return value
    }
    func flag(_ key: Key, else value: Bool) throws -> Bool { try values.decodeIfPresent(Bool.self, forKey: key) ?? value }
    self.protocol = try named(try values.decode(String.self, forKey: .protocol), "protocol")
    transport = try named(try values.decode(String.self, forKey: .transport), "transport")
    hasResidentKey = try flag(.hasResidentKey, else: false)
    hasUserVerification = try flag(.hasUserVerification, else: false)
    isUserConsenting = try flag(.isUserConsenting, else: true)
    isUserVerified = try flag(.isUserVerified, else: false)
    extensions = Set(try (values.decodeIfPresent([String].self, forKey: .extensions) ?? []).map { try named($0, "extension") })
    defaultBackupEligibility = try flag(.defaultBackupEligibility, else: false)
    defaultBackupState = try flag(.defaultBackupState, else: false)
    // §11.3 and §6.3.6: U2F has neither discoverable credentials nor verification nor extensions.
    guard self.protocol != .u2f || !(hasResidentKey || hasUserVerification) && extensions.isEmpty else {
      throw CommandError(.unsupportedOperation, "an authenticator of U2F has no resident keys, no user verification and no extensions")
    }
    guard self.protocol == .ctap21 || extensions.isSubset(of: [.prf]) else {
      throw CommandError(.unsupportedOperation, "credBlob, largeBlob and minPinLength need ctap2_1")
    }
    guard defaultBackupEligibility || !defaultBackupState else {
      throw CommandError(.invalidArgument, "what is backed up is eligible for it")
    }
  }
}
