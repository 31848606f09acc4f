// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import WebAuthnModel

/// A command's parameters, or a map inside them, read by key and type.
struct CTAP2Parameters {
  private let map: CBORMap
  private let whenMissing: CTAP2Status

  /// Reads the bytes after the command byte: one map in canonical form (CTAP 2.2 §8).
  init(parsing bytes: ArraySlice<UInt8>) throws(CTAP2Status) {
    guard !bytes.isEmpty else { throw .missingParameter }
    let value: CBORValue
    do throws(CanonicalCBORError) {
      value = try CBORDecoder(profile: .ctap2).decode(bytes)
    } catch {
      throw .invalidCBOR
    }
    guard let map = value.mapValue else { throw .unexpectedType }
    self.map = map
    whenMissing = .missingParameter
  }

  private init(nested map: CBORMap) {
    self.map = map
    whenMissing = .invalidCBOR
  }

  func has(_ key: CBORValue) -> Bool { map[key] != nil }

  func bytes(_ key: CBORValue) throws(CTAP2Status) -> [UInt8] { try required(key, \.bytesValue) }

  func optionalBytes(_ key: CBORValue) throws(CTAP2Status) -> [UInt8]? { try optional(key, \.bytesValue) }

  func text(_ key: CBORValue) throws(CTAP2Status) -> String { try required(key, \.textValue) }

  func optionalText(_ key: CBORValue) throws(CTAP2Status) -> String? { try optional(key, \.textValue) }

  func integer(_ key: CBORValue) throws(CTAP2Status) -> Int64 { try required(key, \.integerValue) }

  func optionalInteger(_ key: CBORValue) throws(CTAP2Status) -> Int64? { try optional(key, \.integerValue) }

  func optionalFlag(_ key: CBORValue) throws(CTAP2Status) -> Bool? { try optional(key, \.booleanValue) }

  func map(_ key: CBORValue) throws(CTAP2Status) -> CTAP2Parameters { CTAP2Parameters(nested: try required(key, \.mapValue)) }

  func optionalMap(_ key: CBORValue) throws(CTAP2Status) -> CTAP2Parameters? {
    try optional(key, \.mapValue).map { CTAP2Parameters(nested: $0) }
  }

  func maps(_ key: CBORValue) throws(CTAP2Status) -> [CTAP2Parameters] {
    try Self.maps(in: try required(key, \.arrayValue))
  }

  func optionalMaps(_ key: CBORValue) throws(CTAP2Status) -> [CTAP2Parameters] {
    try Self.maps(in: try optional(key, \.arrayValue) ?? [])
  }

  func optionalTexts(_ key: CBORValue) throws(CTAP2Status) -> [String]? {
    guard let values = try optional(key, \.arrayValue) else { return nil }
    var texts: [String] = []
    for value in values {
      guard let text = value.textValue else { throw .unexpectedType }
      texts.append(text)
    }
    return texts
  }

  private static func maps(in values: [CBORValue]) throws(CTAP2Status) -> [CTAP2Parameters] {
    var maps: [CTAP2Parameters] = []
    for value in values {
      guard let map = value.mapValue else { throw .unexpectedType }
      maps.append(CTAP2Parameters(nested: map))
    }
    return maps
  }

  private func required<T>(_ key: CBORValue, _ type: (CBORValue) -> T?) throws(CTAP2Status) -> T {
    guard let value = try optional(key, type) else { throw whenMissing }
    return value
  }

  private func optional<T>(_ key: CBORValue, _ type: (CBORValue) -> T?) throws(CTAP2Status) -> T? {
    guard let value = map[key] else { return nil }
    guard let typed = type(value) else { throw .unexpectedType }
    return typed
  }
}

extension CTAP2Parameters {
  /// Returns the public-key credentials in a list. Other types and IDs of an invalid length are ignored.
  static func credentialIDs(in list: [CTAP2Parameters]) throws(CTAP2Status) -> [CredentialID] {
    var ids: [CredentialID] = []
    for descriptor in list {
      let (type, id) = (try descriptor.text("type"), try descriptor.bytes("id"))
      if type == "public-key", let id = CredentialID(id) { ids.append(id) }
    }
    return ids
  }
}
