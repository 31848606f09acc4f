// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import BrokerProtocol
import Crypto
import Foundation
import SecretMemory
import Testing

@Suite("FIDO's Credential Exchange Format between providers")
struct CredentialExchangeFormatTests {
  private static func field(_ value: String, _ type: ASImportableEditableField.FieldType = .string) -> ASImportableEditableField {
    ASImportableEditableField(id: Data([7, 0xFF]), fieldType: type, value: value, label: "label of \(value)")
  }

  private static let key = P256.Signing.PrivateKey()
  private static let date = Date(timeIntervalSince1970: 1_790_000_000)

  /// One credential of each type, with a value in each member.
  static let credentials: [ASImportableCredential] = [
    .address(
      .init(
        streetAddress: field("1"), postalCode: field("2"), city: field("3"), territory: field("4", .subdivisionCode),
        country: field("5", .countryCode), telephone: field("6"))),
    .apiKey(
      .init(
        key: field("1", .concealedString), userName: field("2"), keyType: field("3"), url: field("4"), validFrom: field("5", .date),
        expiryDate: field("6", .date))),
    .basicAuthentication(.init(userName: field("anne", .email), password: field("hunter2", .concealedString))),
    .creditCard(
      .init(
        number: field("1", .concealedString), fullName: field("2"), cardType: field("3"), verificationNumber: field("4", .concealedString),
        pin: field("5", .concealedString), expiryDate: field("2030-01", .yearMonth), validFrom: field("2020-01", .yearMonth))),
    .customFields(.init(id: Data([1]), label: "More", fields: [field("1", .number), field("true", .boolean)])),
    .driversLicense(
      .init(
        fullName: field("1"), birthDate: field("2"), issueDate: field("3"), expiryDate: field("4"), issuingAuthority: field("5"),
        territory: field("6"), country: field("7"), licenseNumber: field("8"), licenseClass: field("9"))),
    .generatedPassword(.init(password: "made")),
    .identityDocument(
      .init(
        issuingCountry: field("1"), documentNumber: field("2"), identificationNumber: field("3"), nationality: field("4"),
        fullName: field("5"), birthDate: field("6"), birthPlace: field("7"), sex: field("8"), issueDate: field("9"),
        expiryDate: field("10"), issuingAuthority: field("11"))),
    .itemReference(.init(reference: ASImportableLinkedItem(item: Data([1]), account: Data([2])))),
    .note(.init(content: field("a\nb"))),
    .passkey(
      .init(
        credentialID: Data([0xFB, 0xFF, 1]), relyingPartyIdentifier: "shop.example", userName: "anne", userDisplayName: "Anne",
        userHandle: Data([9]), key: key.derRepresentation,
        fido2Extensions: ASImportableFIDO2Extensions(
          hmacCredentials: ASImportableFIDO2HMACCredential(
            algorithm: .sha256, credentialWithUV: Data(repeating: 1, count: 32), credentialWithoutUV: Data(repeating: 2, count: 32)),
          largeBlob: ASImportableFIDO2LargeBlob(uncompressedSize: 5, data: Data([3, 4]))))),
    .passport(
      .init(
        issuingCountry: field("1"), passportType: field("2"), passportNumber: field("3"), nationalIdentificationNumber: field("4"),
        nationality: field("5"), fullName: field("6"), birthDate: field("7"), birthPlace: field("8"), sex: field("9"),
        issueDate: field("10"), expiryDate: field("11"), issuingAuthority: field("12"))),
    .personName(
      .init(
        title: field("1"), given: field("2"), givenInformal: field("3"), given2: field("4"), surnamePrefix: field("5"), surname: field("6"),
        surname2: field("7"), credentials: field("8"), generation: field("9"))),
    .sshKey(
      .init(
        keyType: "ssh-ed25519", privateKey: Data([1, 2]), keyComment: "anne@home", creationDate: field("1", .date),
        expiryDate: field("2", .date), keyGenerationSource: field("3"))),
    .totp(.init(secret: Data("12345678901234567890".utf8), period: 60, digits: 8, userName: "anne", algorithm: .sha512, issuer: "Shop")),
    .wifi(
      .init(
        ssid: field("1"), networkSecurityType: field("wpa3-personal", .wifiNetworkSecurityType), passphrase: field("3", .concealedString),
        hidden: field("false", .boolean))),
  ]

  static func data(_ credentials: [ASImportableCredential] = credentials) throws -> ASExportedCredentialData {
    let certificate = ASImportableCredentialScope.AndroidAppCertificationFingerprint(fingerprint: Data([1]), hashAlgorithm: "sha256")
    let scope = ASImportableCredentialScope(
      urls: [try #require(URL(string: "https://shop.example/login?a=b"))],
      androidApps: [.init(bundleID: "example.shop", certificate: certificate, name: "Shop")])
    let accessor = ASImportableExtension.Shared.SharingAccessor(
      type: .group, accountID: Data([8]), name: "Family", permissions: [.read, .readSecret, .update, .create, .delete, .share, .manage])
    let item = ASImportableItem(
      id: Data([1]), created: date, lastModified: date + 5, title: "Shop", subtitle: "anne", favorite: true, scope: scope,
      credentials: credentials, tags: ["a", "b"], extensions: [.shared(.init(accessors: [accessor]))])
    let bare = ASImportableItem(id: Data([2]), title: "Bare", credentials: [])
    let inner = ASImportableCollection(id: Data([5]), created: nil, lastModified: nil, title: "Inner", items: [])
    let collection = ASImportableCollection(
      id: Data([4]), created: date, lastModified: date, title: "Folder", subtitle: "of mine",
      items: [ASImportableLinkedItem(item: Data([1]))], subcollections: [inner])
    return ASExportedCredentialData(
      accounts: [
        ASImportableAccount(
          id: Data([3]), userName: "anne", email: "anne@mail.example", fullName: "Anne Example", collections: [collection],
          items: [item, bare])
      ], formatVersion: .v1, exporterRelyingPartyIdentifier: "manager.example", exporterDisplayName: "Manager", timestamp: date)
  }

  private static func read(_ text: String) throws -> ASExportedCredentialData {
    try Array(text.utf8).withUnsafeBytes { try ExchangeReader.read($0) }
  }

  private static func reason(_ text: String) -> String? {
    do {
      _ = try read(text)
      return nil
    } catch {
      return (error as? ASAuthorizationError)?.userInfo[AuthorizationFailure.reasonKey] as? String
    }
  }

  @Test("every member of every credential type survives writing and reading")
  func roundTrip() throws {
    let data = try Self.data()
    let written = try ExchangeWriter.write(data)
    #expect(try written.withBytes { try ExchangeReader.read($0) } == data)
    // The coder's own strategies make no difference.
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .useDefaultKeys
    encoder.dateEncodingStrategy = .iso8601
    encoder.dataEncodingStrategy = .deferredToData
    #expect(try JSONDecoder().decode(ASExportedCredentialData.self, from: encoder.encode(data)) == data)
  }

  @Test("members have the names and encodings that the format specifies")
  func names() throws {
    let bytes = try ExchangeWriter.write(try Self.data()).withBytes { Data($0) }
    let header = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    #expect(header["version"] as? [String: Int] == ["major": 1, "minor": 0])
    #expect(header["exporterRpId"] as? String == "manager.example")
    #expect(header["timestamp"] as? Int == 1_790_000_000)
    let account = try #require((header["accounts"] as? [[String: Any]])?.first)
    #expect(Set(account.keys) == ["id", "username", "email", "fullName", "collections", "items"])
    let item = try #require((account["items"] as? [[String: Any]])?.first)
    #expect(item["creationAt"] as? Int == 1_790_000_000)
    #expect((item["scope"] as? [String: Any])?["urls"] as? [String] == ["https://shop.example/login?a=b"])
    let credentials = try #require(item["credentials"] as? [[String: Any]])
    #expect(
      credentials.map { $0["type"] as? String } == [
        "address", "api-key", "basic-auth", "credit-card", "custom-fields", "drivers-license", "generated-password", "identity-document",
        "item-reference", "note", "passkey", "passport", "person-name", "ssh-key", "totp", "wifi",
      ])
    #expect(credentials[0]["tel"] != nil)
    #expect((credentials[2]["username"] as? [String: String])?["fieldType"] == "email")
    #expect((credentials[2]["password"] as? [String: String])?["fieldType"] == "concealed-string")
    // This is base64url without padding.
    #expect(credentials[10]["credentialId"] as? String == "-_8B")
    #expect(
      ((credentials[10]["fido2Extensions"] as? [String: Any])?["hmacCredentials"] as? [String: String])?["algorithm"] == "hmac-sha256")
    #expect(credentials[14]["secret"] as? String == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    #expect(credentials[14]["algorithm"] as? String == "sha512")
  }

  @Test("reading or writing in parts of any size gives the same result as all at once")
  func parts() throws {
    var data = try Self.data()
    let item = try #require(data.accounts.first?.items.first)
    data.accounts[0].items = [item, ASImportableItem(id: Data(), title: "", credentials: []), item]
    data.accounts += [
      ASImportableAccount(id: Data([2]), userName: "", email: "", collections: [], items: []),
      ASImportableAccount(id: Data([3]), userName: "ben", email: "b@mail.example", collections: [], items: [item]),
    ]
    for size in [1, 7, 1000, 1 << 20] {
      var writer = try ExchangeWriter(data)
      var reader = ExchangeReader()
      var bytes: [UInt8] = []
      while bytes.count < writer.byteCount {
        let part = try writer.next(min(size, writer.byteCount - bytes.count)).withBytes { Array($0) }
        try part.withUnsafeBytes { try reader.take($0) }
        bytes += part
      }
      #expect(try reader.finish() == data, "parts of \(size)")
      #expect(try bytes.withUnsafeBytes { try ExchangeReader.read($0) } == data, "parts of \(size)")
      // There is nothing after the last part.
      #expect(throws: ASAuthorizationError.self) { try writer.next(1) }
    }
    data.accounts = []
    #expect(try ExchangeWriter.write(data).withBytes { try ExchangeReader.read($0) } == data)
  }

  @Test("an exchanged passkey still signs")
  func passkey() throws {
    let written = try ExchangeWriter.write(try Self.data())
    let item = try #require(try written.withBytes { try ExchangeReader.read($0) }.accounts.first?.items.first)
    guard case .passkey(let passkey)? = item.credentials.first(where: { if case .passkey = $0 { true } else { false } }) else {
      throw Missing()
    }
    let signature = try P256.Signing.PrivateKey(derRepresentation: passkey.key).signature(for: Data("challenge".utf8))
    #expect(Self.key.publicKey.isValidSignature(signature, for: Data("challenge".utf8)))
  }

  private struct Missing: Error {}

  @Test("unknown credentials and values become custom fields, and only unknown extensions are lost")
  func unknown() throws {
    let text = """
      {"version":{"major":1,"minor":4},"exporterRpId":"x","exporterDisplayName":"X","timestamp":1,"new":[],"accounts":[{"id":"AQ","username":"",
      "email":"","collections":[],"items":[{"id":"Ag","title":"T","scope":{"urls":["https://ok.example","http://[broken"]},"tags":[],
      "extensions":[{"name":"other","a":1}],"credentials":[
      {"type":"file","id":"AQ","name":"scan.pdf","size":{"fieldType":"number","value":"12"},"nested":{"a":[1,true]}},
      {"type":"note","content":{"fieldType":"from-the-future","value":"v"}}]}]}]}
      """
    let item = try #require(try Self.read(text).accounts.first?.items.first)
    #expect(item.scope?.urls.map(\.absoluteString) == ["https://ok.example"])
    #expect(item.extensions.isEmpty)
    guard item.credentials.count == 3, case .customFields(let file) = item.credentials[0], case .note(let note) = item.credentials[1],
      case .customFields(let urls) = item.credentials[2]
    else { throw Missing() }
    #expect(file.label == "file")
    #expect(file.fields.map(\.label) == ["id", "name", "nested", "size"])
    #expect(file.fields.map(\.value) == ["AQ", "scan.pdf", #"{"a":[1,true]}"#, "12"])
    #expect(file.fields.allSatisfy { $0.fieldType == .concealedString })
    #expect(note.content.fieldType == .concealedString)
    #expect(urls.fields.map(\.value) == ["http://[broken"])
  }

  @Test("truncated data, another major version and data that is not CXF are refused as a whole")
  func malformed() throws {
    let whole = String(decoding: try ExchangeWriter.write(try Self.data()).withBytes { Array($0) }, as: UTF8.self)
    for text in [
      "", "{}", "[]", "null", String(whole.dropLast(10)), whole + "x", whole.replacingOccurrences(of: #""major":1"#, with: #""major":2"#),
      whole.replacingOccurrences(of: "GEZDGNBVGY3TQOJQ", with: "01890189"), whole.replacingOccurrences(of: #""-_8B""#, with: #""?""#),
      whole.replacingOccurrences(of: "hmac-sha256", with: "md5"),
    ] {
      #expect(Self.reason(text) == "malformedCredentials", "\(text.prefix(40))")
    }
  }

  @Test("each item is read as soon as its last byte arrives")
  func itemByItem() throws {
    var reader = ExchangeReader()
    let begun = #"{\#(Self.head),"accounts":[{\#(Self.account),"items":[\#(Self.item),{"id":"no base64url","title":"T","credentials":[]"#
    try Array(begun.utf8).withUnsafeBytes { try reader.take($0) }
    do {
      try [UInt8(ascii: "}")].withUnsafeBytes { try reader.take($0) }
      Issue.record("the invalid item was accepted")
    } catch let error as ASAuthorizationError {
      #expect(error.userInfo[AuthorizationFailure.reasonKey] as? String == "malformedCredentials")
    }
  }

  private static let head = #""version":{"major":1,"minor":0},"exporterRpId":"x","exporterDisplayName":"X","timestamp":1"#
  private static let account = #""id":"AQ","username":"anne","email":"","collections":[]"#
  private static let item = #"{"id":"Ag","title":"T","credentials":[]}"#

  @Test(
    "members may appear in any order, and lists of the same name elsewhere are ignored",
    arguments: [
      #"{"accounts":[{"items":[\#(item)],\#(account)}],\#(head)}"#,
      #"{ "accounts" : [ { \#(account) , "items" : [ \#(item) ] } ] , \#(head) }"#,
      #"{"new":[{"items":[{}]}],"y":{"accounts":[{"items":[{}]}]},\#(head),"accounts":[{"x":{"items":[{}]},\#(account),"items":[\#(item)]}]}"#,
      #"{"text":"\"accounts\":[{\"items\":[{",\#(head),"accounts":[{\#(account),"items":[\#(item)]}]}"#,
      #"{\#(head),"accounts":[{\#(account),"items":[{"accounts":[{"items":[{}]}],"id":"Ag","title":"T","credentials":[]}]}]}"#,
    ])
  func order(text: String) throws {
    let data = try Self.read(text)
    #expect(data.accounts.map(\.userName) == ["anne"])
    #expect(data.accounts.first?.items == [ASImportableItem(id: Data([2]), title: "T", credentials: [])])
  }

  @Test(
    "a value that is not a list of items is refused",
    arguments: [
      #""items":[0]"#, #""items":[\#(item),1]"#, #""items":[\#(item) \#(item)]"#, #""items":[[\#(item)]]"#, #""items":\#(item)"#,
      #""items":[\#(item)],"items":[\#(item),\#(item)]"#, #""items":[{"id":"Ag","title":"T","credentials":[}]]"#,
      #""x":1"#, #""items":[\#(item)}"#,
    ])
  func noItems(member: String) {
    #expect(Self.reason(#"{\#(Self.head),"accounts":[{\#(Self.account),\#(member)}]}"#) == "malformedCredentials")
  }

  @Test("nesting depth, values, items and the length of each item are bounded")
  func bounds() throws {
    #expect(Self.reason(String(repeating: "[", count: 65)) == "tooMuchToImport")
    #expect(Self.reason("[" + String(repeating: "1,", count: 2_000_001)) == "tooMuchToImport")
    let opened = #"{\#(Self.head),"accounts":[{\#(Self.account),"items":["#
    #expect(Self.reason(opened + #"{"x":["# + String(repeating: "1,", count: 2_000_001)) == "tooMuchToImport")
    #expect(Self.reason(opened + String(repeating: Self.item + ",", count: ExchangeBounds.itemCount + 1)) == "tooMuchToImport")
    let long = String(repeating: " ", count: ExchangeBounds.pieceByteCount)
    #expect(Self.reason(opened + "{" + long) == "tooMuchToImport")
    #expect(Self.reason(opened + long) == "tooMuchToImport")
    // Brackets inside strings do not nest.
    #expect(Self.reason("\"" + String(repeating: "[\\\"", count: 100) + "\"") == "malformedCredentials")
    var data = try Self.data()
    let (item, account) = (ASImportableItem(id: Data([1]), title: "", credentials: []), data.accounts[0])
    data.accounts[0].items = Array(repeating: item, count: ExchangeBounds.itemCount + 1)
    #expect(throws: ASAuthorizationError.self) { try ExchangeWriter.write(data) }
    data.accounts[0].items = Array(repeating: item, count: ExchangeBounds.itemCount / 2 + 1)
    data.accounts.append(data.accounts[0])
    #expect(throws: ASAuthorizationError.self) { try ExchangeWriter.write(data) }
    // The writer refuses what is too long for the reader.
    data.accounts = [account]
    data.accounts[0].items = [ASImportableItem(id: Data([1]), title: long, credentials: [])]
    #expect(throws: ASAuthorizationError.self) { try ExchangeWriter.write(data) }
    data.accounts = [ASImportableAccount(id: Data([2]), userName: long, email: "", collections: [], items: [])]
    #expect(throws: ASAuthorizationError.self) { try ExchangeWriter.write(data) }
  }
}
