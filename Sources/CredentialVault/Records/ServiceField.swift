// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialModel
import Crypto
import SecretMemory
import SyncModel
import WebDomains

// Imported explicitly, because Crypto has a type of the same name.
import class SecretMemory.SharedSecret

/// The services of a record: a set whose elements have their own stamps, so that two devices can each add one.
enum ServiceField {
  private static let label = Array("passfold/service/v1".utf8)

  /// Returns the field with these services in this order. Unchanged elements keep their stamps, and removed ones stay as null.
  static func encode(_ services: [ServiceIdentifier], replacing old: SharedSecret?, stamp: FieldStamp) -> SharedSecret {
    var elements: [[UInt8]: (value: CBORValue, stamp: [UInt8])] = [:]
    for (identifier, element) in old.flatMap(elements(of:)) ?? [:] {
      elements[identifier] = element.value == .null ? element : (.null, stamp.bytes)
    }
    let previous = old.flatMap(self.elements(of:)) ?? [:]
    for (position, service) in services.enumerated() {
      var parts: [CBORValue] = [.unsigned(code(of: service.kind)), .text(service.text), .unsigned(UInt64(position))]
      // A reader that does not know rules must not use the service as if it had none, so it gets a value that it cannot read.
      if service.rule != .domain { parts.append(.unsigned(code(of: service.rule))) }
      let value = CBORValue.array(parts)
      let identifier = identifier(of: service)
      if let before = previous[identifier], before.value == value {
        elements[identifier] = before
      } else {
        elements[identifier] = (value, stamp.bytes)
      }
    }
    let entries = elements.map { CBORMap.Entry(key: .bytes($0.key), value: .array([$0.value.value, .bytes($0.value.stamp)])) }
    return FieldValue.encode(.map(CBORMap(entries) ?? CBORMap()))
  }

  /// Returns the services in their order; nil if the field is not of this version.
  static func decode(_ encoded: SharedSecret) -> [ServiceIdentifier]? {
    guard let elements = elements(of: encoded) else { return nil }
    var placed: [(position: UInt64, service: ServiceIdentifier)] = []
    for element in elements.values where element.value != .null {
      guard case .array(let parts) = element.value, (3...4).contains(parts.count), case .unsigned(let code) = parts[0],
        let kind = kind(of: code), case .text(let text) = parts[1], case .unsigned(let position) = parts[2],
        let rule = parts.count == 3 ? .domain : rule(of: parts[3])
      else { return nil }
      placed.append((position, ServiceIdentifier(kind: kind, text: text, rule: rule)))
    }
    return placed.sorted { ($0.position, $0.service.text) < ($1.position, $1.service.text) }.map(\.service)
  }

  private static func elements(of encoded: SharedSecret) -> [[UInt8]: (value: CBORValue, stamp: [UInt8])]? {
    guard case .map(let map)? = FieldValue.decode(encoded) else { return nil }
    var elements: [[UInt8]: (value: CBORValue, stamp: [UInt8])] = [:]
    for entry in map.entries {
      guard case .bytes(let identifier) = entry.key, case .array(let pair) = entry.value, pair.count == 2, case .bytes(let stamp) = pair[1]
      else { return nil }
      elements[identifier] = (pair[0], stamp)
    }
    return elements
  }

  /// Returns an identifier that is the same for the same service on every device.
  private static func identifier(of service: ServiceIdentifier) -> [UInt8] {
    var hash = SHA256()
    hash.update(data: label + [UInt8(code(of: service.kind))] + Array(service.text.utf8))
    return Array(hash.finalize().prefix(8))
  }

  private static func code(of kind: ServiceIdentifier.Kind) -> UInt64 {
    switch kind {
    case .domain: 0
    case .url: 1
    case .app: 2
    }
  }

  private static func code(of rule: MatchRule) -> UInt64 {
    switch rule {
    case .domain: 0
    case .host: 1
    case .exact: 2
    case .never: 3
    }
  }

  /// Returns the rule from a fourth part, which the usual rule does not have.
  private static func rule(of value: CBORValue) -> MatchRule? {
    MatchRule.allCases.first { $0 != .domain && value == .unsigned(code(of: $0)) }
  }

  private static func kind(of code: UInt64) -> ServiceIdentifier.Kind? {
    ServiceIdentifier.Kind.allCases.first { self.code(of: $0) == code }
  }
}
