// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The compact form of one identity: first the part that distinguishes it, then the part that a save may change.
///
/// The kind and the kind of service are one byte each, the latter with the matching rule in its upper half. Then come, each after its
/// length, service identifier, user, record identifier, credential ID, display name, relying party (only if it is not the service
/// identifier) and user handle; eight bytes of rank end the record. The length of an optional field is one more than its number of bytes,
/// and 0 if the field is missing.
package struct IdentityRecord: Sendable {
  /// The maximum number of bytes of one text or binary field.
  package static let fieldLimit = 8 * 1024
  /// The maximum number of bytes of one record.
  package static let byteLimit = 7 * (fieldLimit + 3) + 10

  /// The kind of credential that the provider would supply.
  package let kind: CredentialKind
  /// The form of ``serviceIdentifier``.
  package let serviceKind: ServiceIdentifierValue.Kind
  /// The requests that ``serviceIdentifier`` matches; nil means every host under its registrable domain.
  package let matching: ServiceIdentifierValue.Matching?
  /// The record's bytes up to and including the credential ID; two records are the same identity if these are equal.
  package let key: ArraySlice<UInt8>
  /// The rank; among entries of one service, larger ranks come first.
  package let rank: Int

  private let service: ArraySlice<UInt8>
  private let user: ArraySlice<UInt8>
  private let record: ArraySlice<UInt8>?
  private let credential: ArraySlice<UInt8>?
  private let displayName: ArraySlice<UInt8>?
  private let relyingParty: ArraySlice<UInt8>?
  private let handle: ArraySlice<UInt8>?

  /// Parses a body; returns nil if it is not exactly one record.
  package init?(_ body: ArraySlice<UInt8>) {
    var reader = CompactBytes(body)
    let limit = Self.fieldLimit
    guard let kind = reader.byte().flatMap(CredentialKind.init(code:)),
      let serviceByte = reader.byte(), let serviceKind = ServiceIdentifierValue.Kind(code: serviceByte & 0xF),
      let matching = ServiceIdentifierValue.Matching.reading(serviceByte >> 4), let service = reader.bytes(limit: limit),
      let user = reader.bytes(limit: limit), let record = reader.optionalBytes(limit: limit),
      let credential = reader.optionalBytes(limit: limit)
    else { return nil }
    key = body[..<reader.position]
    guard let displayName = reader.optionalBytes(limit: limit), let relyingParty = reader.optionalBytes(limit: limit),
      let handle = reader.optionalBytes(limit: limit), let rank = reader.integer(), reader.isAtEnd
    else { return nil }
    self.kind = kind
    self.serviceKind = serviceKind
    self.matching = matching
    self.service = service
    self.user = user
    self.record = record
    self.credential = credential
    self.displayName = displayName
    self.relyingParty = relyingParty
    self.handle = handle
    self.rank = rank
  }

  /// The identifier of the service that the credential belongs to.
  package var serviceIdentifier: String { String(decoding: service, as: UTF8.self) }

  /// The passkey's credential ID.
  package var credentialID: ArraySlice<UInt8>? { credential }

  /// The passkey's relying party; nil for the other kinds.
  package var relyingPartyIdentifier: String? {
    kind == .passkey ? relyingParty.map { String(decoding: $0, as: UTF8.self) } ?? serviceIdentifier : nil
  }

  /// The complete identity.
  package var identity: CredentialIdentityValue {
    var value = CredentialIdentityValue(
      kind: kind,
      service: ServiceIdentifierValue(
        identifier: serviceIdentifier, kind: serviceKind, displayName: displayName.map { String(decoding: $0, as: UTF8.self) }),
      user: String(decoding: user, as: UTF8.self), recordIdentifier: record.map { String(decoding: $0, as: UTF8.self) }, rank: rank)
    value.service.matching = matching
    value.relyingPartyIdentifier = relyingPartyIdentifier
    value.credentialID = credential.map { Data($0) }
    value.userHandle = handle.map { Data($0) }
    return value
  }

  /// Whether every field of an identity is as short as a record takes it.
  package static func takes(_ identity: CredentialIdentityValue) -> Bool {
    [
      identity.service.identifier.utf8.count, identity.user.utf8.count, identity.recordIdentifier?.utf8.count ?? 0,
      identity.credentialID?.count ?? 0, identity.service.displayName?.utf8.count ?? 0,
      identity.relyingPartyIdentifier?.utf8.count ?? 0, identity.userHandle?.count ?? 0,
    ].allSatisfy { $0 <= fieldLimit }
  }

  /// Encodes an identity.
  ///
  /// - Throws: `fieldTooLong` when a field exceeds ``fieldLimit``.
  package static func body(of identity: CredentialIdentityValue) throws(IdentityPageError) -> [UInt8] {
    var bytes: [UInt8] = [identity.kind.code, identity.service.kind.code | (identity.service.matching?.code ?? 0) << 4]
    try append(identity.service.identifier.utf8, to: &bytes)
    try append(identity.user.utf8, to: &bytes)
    try append(optional: identity.recordIdentifier?.utf8, to: &bytes)
    try append(optional: identity.credentialID, to: &bytes)
    try append(optional: identity.service.displayName?.utf8, to: &bytes)
    let relyingParty = identity.relyingPartyIdentifier == identity.service.identifier ? nil : identity.relyingPartyIdentifier
    try append(optional: relyingParty?.utf8, to: &bytes)
    try append(optional: identity.userHandle, to: &bytes)
    CompactBytes.append(integer: identity.rank, to: &bytes)
    return bytes
  }

  private static func append(_ field: some Collection<UInt8>, to bytes: inout [UInt8]) throws(IdentityPageError) {
    guard field.count <= fieldLimit else { throw IdentityPageError(.fieldTooLong) }
    CompactBytes.append(field.count, to: &bytes)
    bytes.append(contentsOf: field)
  }

  private static func append(optional field: (some Collection<UInt8>)?, to bytes: inout [UInt8]) throws(IdentityPageError) {
    guard let field else { return bytes.append(0) }
    guard field.count <= fieldLimit else { throw IdentityPageError(.fieldTooLong) }
    CompactBytes.append(field.count + 1, to: &bytes)
    bytes.append(contentsOf: field)
  }
}

extension CredentialKind {
  fileprivate init?(code: UInt8) {
    switch code {
    case 0: self = .password
    case 1: self = .passkey
    case 2: self = .oneTimeCode
    default: return nil
    }
  }

  fileprivate var code: UInt8 {
    switch self {
    case .password: 0
    case .passkey: 1
    case .oneTimeCode: 2
    }
  }
}

extension ServiceIdentifierValue.Matching {
  /// Returns the rule of a code: nil for an unknown code, an inner nil for the default rule.
  fileprivate static func reading(_ code: UInt8) -> Self?? {
    switch code {
    case 0: .some(nil)
    case 1: .host
    case 2: .exact
    case 3: .never
    default: nil
    }
  }

  fileprivate var code: UInt8 {
    switch self {
    case .host: 1
    case .exact: 2
    case .never: 3
    }
  }
}

extension ServiceIdentifierValue.Kind {
  fileprivate init?(code: UInt8) {
    switch code {
    case 0: self = .domain
    case 1: self = .url
    case 2: self = .app
    default: return nil
    }
  }

  fileprivate var code: UInt8 {
    switch self {
    case .domain: 0
    case .url: 1
    case .app: 2
    }
  }
}
