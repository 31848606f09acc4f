// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
internal import Foundation

// The dictionary Item.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
extension ASImportableItem {
  /// Decodes CXF. Invalid URLs and parts unknown to this version become custom fields, so that no part of an item is lost. Unknown
  /// extensions of the format are left out.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: ExchangeMember.self)
    var credentials = try members.list("credentials", of: ASImportableCredential.self)
    let scope = try members.decodeIfPresent(ReadScope.self, forKey: "scope")
    if let lost = scope?.lost, !lost.isEmpty {
      let fields = lost.map { ASImportableEditableField(id: nil, fieldType: .string, value: $0, label: "URL") }
      credentials.append(.customFields(ASImportableCredential.CustomFields(fields: fields)))
    }
    self.init(
      id: try members.bytes("id"), created: try members.dateIfPresent("creationAt"), lastModified: try members.dateIfPresent("modifiedAt"),
      title: try members.text("title"), subtitle: try members.decodeIfPresent(String.self, forKey: "subtitle"),
      favorite: try members.decodeIfPresent(Bool.self, forKey: "favorite") ?? false, scope: scope?.scope, credentials: credentials,
      tags: try members.list("tags"), extensions: try members.list("extensions", of: ReadExtension.self).compactMap(\.known))
  }

  /// Encodes CXF.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ExchangeMember.self)
    try members.write(id, "id")
    try members.write(created, "creationAt")
    try members.write(lastModified, "modifiedAt")
    try members.encode(title, forKey: "title")
    try members.encodeIfPresent(subtitle, forKey: "subtitle")
    try members.encode(favorite, forKey: "favorite")
    try members.encodeIfPresent(scope, forKey: "scope")
    try members.encode(credentials, forKey: "credentials")
    try members.encode(tags, forKey: "tags")
    if !extensions.isEmpty { try members.encode(extensions, forKey: "extensions") }
  }
}

/// A scope and the texts in it that are not valid URLs.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
private struct ReadScope: Decodable {
  let scope: ASImportableCredentialScope
  let lost: [String]

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: ExchangeMember.self)
    let texts = try members.list("urls", of: String.self)
    let urls = texts.map { URL(string: $0) }
    scope = ASImportableCredentialScope(urls: urls.compactMap(\.self), androidApps: try members.list("androidApps"))
    lost = zip(texts, urls).compactMap { $1 == nil ? $0 : nil }
  }
}

/// An extension of the format; nil if it is unknown.
@available(iOS 26.4, macOS 26.4, visionOS 26.4, *)
private struct ReadExtension: Decodable {
  let known: ASImportableExtension?

  init(from decoder: any Decoder) throws {
    let name = try decoder.container(keyedBy: ExchangeMember.self).decode(String.self, forKey: "name")
    known = name == ASImportableExtension.sharedName ? try ASImportableExtension(from: decoder) : nil
  }
}

// The dictionary CredentialScope.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
extension ASImportableCredentialScope {
  /// Decodes CXF. Texts that are not valid URLs are left out.
  public init(from decoder: any Decoder) throws { self = try ReadScope(from: decoder).scope }

  /// Encodes CXF.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ExchangeMember.self)
    try members.encode(urls.map(\.absoluteString), forKey: "urls")
    if !androidApps.isEmpty { try members.encode(androidApps, forKey: "androidApps") }
  }
}

@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
extension ASImportableCredentialScope.AndroidAppCertificationFingerprint {
  /// Decodes CXF.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: ExchangeMember.self)
    self.init(fingerprint: try members.bytes("fingerprint"), hashAlgorithm: try members.text("hashAlg"))
  }

  /// Encodes CXF.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ExchangeMember.self)
    try members.write(fingerprint, "fingerprint")
    try members.encode(hashAlgorithm, forKey: "hashAlg")
  }
}

// The extension "shared".
@available(iOS 26.4, macOS 26.4, visionOS 26.4, *)
extension ASImportableExtension {
  static let sharedName = "shared"

  /// Decodes CXF.
  ///
  /// - Throws: `DecodingError` for an unknown extension.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: ExchangeMember.self)
    guard try members.decode(String.self, forKey: "name") == Self.sharedName else {
      throw DecodingError.dataCorruptedError(forKey: "name", in: members, debugDescription: "not known")
    }
    self = .shared(Shared(accessors: try members.list("accessors")))
  }

  /// Encodes CXF.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ExchangeMember.self)
    switch self {
    case .shared(let shared):
      try members.encode(Self.sharedName, forKey: "name")
      try members.encode(shared.accessors, forKey: "accessors")
    }
  }
}

@available(iOS 26.4, macOS 26.4, visionOS 26.4, *)
extension ASImportableExtension.Shared.SharingAccessor {
  /// Decodes CXF.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: ExchangeMember.self)
    self.init(
      type: try members.decode(AccessorType.self, forKey: "type"), accountID: try members.bytes("accountId"),
      name: try members.text("name"),
      permissions: try members.list("permissions"))
  }

  /// Encodes CXF.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ExchangeMember.self)
    try members.encode(type, forKey: "type")
    try members.write(accountID, "accountId")
    try members.encode(name, forKey: "name")
    try members.encode(permissions, forKey: "permissions")
  }
}
