// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import Crypto
import ExchangeFormats
import Foundation
import OneTimeCodes
import SecretMemory
import WebDomains

import class SecretMemory.SharedSecret

/// Items with content of every kind, for KeePass databases.
enum KeePassItems {
  /// A derivation that costs nothing.
  static let cheap = KeePassWriter.Seal(cipher: .chaCha20, passes: 1, memoryKiB: 64, lanes: 1)

  static func secret(_ text: String) -> SharedSecret { SharedSecret(copying: text.utf8) }

  static func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_600_000_000 + seconds) }

  static func code(
    _ secret: String, _ form: OneTimeCodeParameters.Form = .timeBased(period: .seconds(30)), digits: Int? = nil,
    algorithm: OneTimeCodeAlgorithm = .sha1
  ) throws -> OneTimeCodeParameters {
    try OneTimeCodeParameters(secret: self.secret(secret), algorithm: algorithm, digits: digits, form: form)
  }

  static func passkey(_ number: UInt8, algorithm: Int = -7) -> ExchangedPasskey {
    ExchangedPasskey(
      relyingPartyID: "shop.example", userHandle: [number, 1, 2, 0xFF], userName: "zoë\(number)", displayName: "zoë\(number)",
      credentialID: [UInt8](repeating: number, count: 32), algorithm: algorithm,
      privateKey: SharedSecret(copying: [UInt8](repeating: number, count: 32)))
  }

  static func write(
    _ items: [ExchangedItem], passphrase: String? = "p", keyFile: String? = nil, seal: KeePassWriter.Seal = cheap
  ) throws -> (file: [UInt8], findings: [ImportFinding]) {
    var random = SystemRandomNumberGenerator()
    let keys = ImportKeys(passphrase: passphrase.map(secret), keyFile: keyFile.map(secret))
    let (file, findings) = try KeePassWriter.write(items, keys: keys, date: date(0), seal: seal, random: &random)
    return (file.withBytes { Array($0) }, findings)
  }

  static func read(_ file: [UInt8], passphrase: String? = "p", keyFile: String? = nil) throws -> ImportedCollection {
    try file.withUnsafeBytes { file in
      try ImportReader.read(
        file, as: .keePass, keys: ImportKeys(passphrase: passphrase.map(secret), keyFile: keyFile.map(secret)))
    }
  }

  /// Content of every kind.
  static func everything() throws -> [ExchangedItem] {
    var whole = ExchangedItem(title: "Shop <&> \"Ünï\"", folders: [["Work", "Web / shops"], ["Second | \\ folder"]])
    whole.created = date(0)
    whole.modified = date(5000)
    whole.annotations.isFavourite = true
    for tag in ["blue", "a;b", "Favorite", "ünï"] { whole.annotations.add(tag: tag) }
    whole.annotations.note = secret("A remark\r\nof two lines & <more>")
    for (name, value, isHidden) in [
      ("PIN", "1234", true), ("Colour", "red\tand\nblue", false), ("Password", "not the password", true), ("URL", "no address", false),
      ("otp", "no code", false), ("PASSFOLD_X", "x", false), ("KP2A_URL_7", "x", false), ("AndroidApp Signature", "ab", false),
    ] { whole.annotations.set(name, to: secret(value), isHidden: isHidden) }
    whole.attachments = [
      ExchangedAttachment(name: "a.txt", mediaType: "text/plain", added: date(60), content: secret("hello")),
      ExchangedAttachment(name: "empty | ü.bin", content: secret("")),
      ExchangedAttachment(name: "large.bin", content: SharedSecret(copying: (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })),
    ]
    var code = ExchangedCode(issuer: "Shop: é", account: "zoë@shop.example", parameters: try code("12345678901234567890"))
    code.services = [ServiceIdentifier(kind: .url, text: "https://codes.example/")]
    code.added = date(10.25)
    code.pendingSince = date(20)
    code.history = [RetiredParameters(parameters: try self.code("former", digits: 8), retired: date(2000))]
    var key = passkey(1)
    key.relyingPartyName = "The Shop"
    key.displayName = "Zoë Ünï"
    key.signatureCount = 7
    (key.backupEligible, key.backupState) = (true, false)
    key.created = date(30)
    key.protection = 3
    key.pseudoRandomFunction = PasskeyPRFKeys(
      withUserVerification: SharedSecret(copying: [UInt8](repeating: 8, count: 32)),
      withoutUserVerification: SharedSecret(copying: [UInt8](repeating: 9, count: 32)))
    key.largeBlob = secret("blob")
    whole.parts = [
      .login(
        ExchangedLogin(
          services: [
            ServiceIdentifier(kind: .url, text: "https://shop.example/login?a=1&b=2"),
            ServiceIdentifier(kind: .domain, text: "other.example", rule: .exact), ServiceIdentifier(kind: .app, text: "com.example.shop"),
            ServiceIdentifier(kind: .url, text: "https://bad.example", rule: .never),
            ServiceIdentifier(kind: .url, text: "ssh://no address"),
          ], user: "zoë", password: secret("p\u{1}ä<ss>&\r\n word "),
          history: [
            RetiredPassword(password: secret("first"), retired: date(1000)),
            RetiredPassword(password: secret("second"), retired: date(2000)),
            RetiredPassword(password: secret("third"), retired: date(2000)),
          ])),
      .oneTimeCode(code), .oneTimeCode(ExchangedCode(account: "second", parameters: try self.code("second"))), .passkey(key),
      .passkey(passkey(2, algorithm: -8)), .passkey(passkey(3)),
    ]
    var card = ExchangedItem(title: "Card", shelf: .archive)
    card.parts = [
      .card(
        ExchangedCard(
          holder: "Z. Ünï", bank: "Bank", number: secret("4111111111111111"), securityCode: secret("123"), pin: secret("0000"),
          expires: CardMonth(year: 2031, month: 2), validFrom: CardMonth(year: 2026, month: 1)))
    ]
    var person = ExchangedItem(title: "Me", folders: [["People"]], shelf: .trash)
    person.parts = [
      .person(
        ExchangedPerson(
          givenName: "Zoë", familyName: "Ünï", organisation: "Org", birthday: CalendarDay(year: 1990, month: 12, day: 31),
          emails: [PersonRecord.Labelled(label: "home", text: "z@x.example"), PersonRecord.Labelled(label: "a|b", text: "y@x.example")],
          phones: [PersonRecord.Labelled(label: "mobile", text: "+49 1")],
          addresses: [PersonRecord.Labelled(label: "home", text: "Street 1\nTown")],
          documents: [PersonRecord.Document(label: "passport", number: secret("X1"))]))
    ]
    var note = ExchangedItem(title: "Note", modified: date(900))
    note.parts = [
      .note(ExchangedNote(text: secret("now"), history: [RetiredText(text: secret("before"), retired: date(800))]))
    ]
    var noteBeside = ExchangedItem(title: "Note beside", modified: date(1), shelf: .trash)
    noteBeside.annotations.note = secret("a remark")
    noteBeside.parts = [
      .login(ExchangedLogin(user: "u")),
      .note(ExchangedNote(text: secret("a thing"), history: [RetiredText(text: secret("b"), retired: date(1))])),
    ]
    var before = ExchangedItem(title: "Password from before", modified: date(5))
    before.parts = [.login(ExchangedLogin(user: "a", history: [RetiredPassword(password: secret("old"), retired: date(5))]))]
    var remark = ExchangedItem(title: "Remark alone")
    remark.annotations.note = secret("remark")
    return [
      whole, card, person, note, noteBeside, before, remark, ExchangedItem(title: ""),
      item(
        "Code alone",
        .oneTimeCode(
          ExchangedCode(
            services: [ServiceIdentifier(kind: .url, text: "https://c.example")], issuer: "C", account: "me",
            parameters: try self.code("x", .timeBased(period: .seconds(60)), digits: 8, algorithm: .sha512)))),
      item("Steam", .oneTimeCode(ExchangedCode(account: "", parameters: try self.code("steam", .steam)))),
      item(
        "Counter", .oneTimeCode(ExchangedCode(issuer: "C", account: "me", parameters: try self.code("counter", .counterBased(counter: 41))))
      ),
      item(
        "Counter of eight",
        .oneTimeCode(
          ExchangedCode(account: "", parameters: try self.code("counter", .counterBased(counter: .max), digits: 8, algorithm: .sha256)))),
      item("Passkey alone", .passkey(passkey(4))),
      item(
        "Login without a password", .login(ExchangedLogin(user: "u")),
        .oneTimeCode(ExchangedCode(account: "u", parameters: try self.code("y")))),
      item("Empty login", .login(ExchangedLogin())),
      item(
        "Two logins", .login(ExchangedLogin(user: "a", password: secret("1"))), .login(ExchangedLogin(user: "b", password: secret("2")))),
    ]
  }

  private static func item(_ title: String, _ parts: ExchangedPart...) -> ExchangedItem { ExchangedItem(title: title, parts: parts) }
}
