// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

// The dictionary Header.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
extension ASExportedCredentialData {
  private struct Version: Codable {
    var major: Int
    var minor: Int
  }

  /// Decodes CXF.
  ///
  /// - Throws: `DecodingError`, also for a version other than 1.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: ExchangeMember.self)
    try self.init(members, accounts: try members.decode([ASImportableAccount].self, forKey: "accounts"))
  }

  /// Decodes everything except the accounts.
  init(_ members: KeyedDecodingContainer<ExchangeMember>, accounts: [ASImportableAccount]) throws {
    guard try members.decode(Version.self, forKey: "version").major == 1 else {
      throw DecodingError.dataCorruptedError(forKey: "version", in: members, debugDescription: "no version 1")
    }
    self.init(
      accounts: accounts, formatVersion: .v1, exporterRelyingPartyIdentifier: try members.text("exporterRpId"),
      exporterDisplayName: try members.text("exporterDisplayName"),
      timestamp: try members.dateIfPresent("timestamp") ?? Date(timeIntervalSince1970: 0))
  }

  /// Encodes CXF.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ExchangeMember.self)
    try writeHead(to: &members)
    try members.encode(accounts, forKey: "accounts")
  }

  /// Encodes everything except the accounts.
  func writeHead(to members: inout KeyedEncodingContainer<ExchangeMember>) throws {
    try members.encode(Version(major: 1, minor: 0), forKey: "version")
    try members.encode(exporterRelyingPartyIdentifier, forKey: "exporterRpId")
    try members.encode(exporterDisplayName, forKey: "exporterDisplayName")
    try members.write(timestamp, "timestamp")
  }
}

// The dictionary Account.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
extension ASImportableAccount {
  /// Decodes CXF.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: ExchangeMember.self)
    try self.init(members, items: try members.decode([ASImportableItem].self, forKey: "items"))
  }

  /// Decodes everything except the items.
  init(_ members: KeyedDecodingContainer<ExchangeMember>, items: [ASImportableItem]) throws {
    self.init(
      id: try members.bytes("id"), userName: try members.text("username"), email: try members.text("email"),
      fullName: try members.decodeIfPresent(String.self, forKey: "fullName"), collections: try members.list("collections"),
      items: items)
  }

  /// Encodes CXF.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ExchangeMember.self)
    try writeHead(to: &members)
    try members.encode(items, forKey: "items")
  }

  /// Encodes everything except the items.
  func writeHead(to members: inout KeyedEncodingContainer<ExchangeMember>) throws {
    try members.write(id, "id")
    try members.encode(userName, forKey: "username")
    try members.encode(email, forKey: "email")
    try members.encodeIfPresent(fullName, forKey: "fullName")
    try members.encode(collections, forKey: "collections")
  }
}

// The dictionary Collection.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
extension ASImportableCollection {
  /// Decodes CXF.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: ExchangeMember.self)
    self.init(
      id: try members.bytes("id"), created: try members.dateIfPresent("creationAt"), lastModified: try members.dateIfPresent("modifiedAt"),
      title: try members.text("title"), subtitle: try members.decodeIfPresent(String.self, forKey: "subtitle"),
      items: try members.list("items"), subcollections: try members.list("subCollections"))
  }

  /// Encodes CXF.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ExchangeMember.self)
    try members.write(id, "id")
    try members.write(created, "creationAt")
    try members.write(lastModified, "modifiedAt")
    try members.encode(title, forKey: "title")
    try members.encodeIfPresent(subtitle, forKey: "subtitle")
    try members.encode(items, forKey: "items")
    if !subcollections.isEmpty { try members.encode(subcollections, forKey: "subCollections") }
  }
}

// The dictionary LinkedItem.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
extension ASImportableLinkedItem {
  /// Decodes CXF.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: ExchangeMember.self)
    self.init(item: try members.bytes("item"), account: try members.bytesIfPresent("account"))
  }

  /// Encodes CXF.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ExchangeMember.self)
    try members.write(item, "item")
    try members.write(account, "account")
  }
}
