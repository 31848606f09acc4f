// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
import CredentialVault
import Foundation
import OneTimeCodes
import SecretMemory
import Synchronization
import Testing

/// A clock that changes only when a test moves it.
final class ManualClock: Sendable {
  private let time: Mutex<Date>

  init(_ date: Date = Date(timeIntervalSince1970: 1_790_000_000)) { time = Mutex(date) }

  var now: Date { time.withLock { $0 } }

  func advance(by seconds: TimeInterval) { time.withLock { $0 += seconds } }
}

/// A vault in its own folder, which is removed with the fixture.
final class VaultFixture: Sendable {
  static let passphrase = "correct horse battery staple"

  let base: URL
  let folder: URL
  let clock: ManualClock
  let environment: VaultEnvironment

  init(storageLimit: Int = 64 << 20, releaseLimit: Int = 16_384, clock: ManualClock = ManualClock()) {
    self.clock = clock
    base = FileManager.default.temporaryDirectory.appending(path: "passfold-vault-" + UUID().uuidString)
    folder = base.appending(path: "data/vault")
    environment = VaultEnvironment(now: { [clock] in clock.now }, cost: .floor, storageLimit: storageLimit, releaseLimit: releaseLimit)
  }

  deinit { try? FileManager.default.removeItem(at: base) }

  static func secret(_ text: String = passphrase) -> SecretBytes { SecretBytes(copying: text.utf8) }

  func create() async throws -> CredentialVault {
    try await CredentialVault.create(at: folder, passphrase: Self.secret(), environment: environment).vault
  }

  func open() throws -> CredentialVault { try CredentialVault.open(at: folder, environment: environment) }

  func file(_ name: String) -> URL { folder.appending(path: name) }
}

/// Records with one valid default each.
enum Sample {
  static func id() -> RecordIdentifier {
    var generator = SystemRandomNumberGenerator()
    return RecordIdentifier.random(using: &generator)
  }

  static let services = [
    ServiceIdentifier(kind: .url, text: "https://login.shop.example/start"), ServiceIdentifier(kind: .domain, text: "shop.example"),
  ]

  static func password(_ id: RecordIdentifier = id(), title: String = "Shop", password: String = "open sesame") -> PasswordRecord {
    PasswordRecord(id: id, services: services, title: title, user: "ada@example.org", password: SharedSecret(copying: Array(password.utf8)))
  }

  static func codes(
    _ id: RecordIdentifier = id(), login: RecordIdentifier? = nil, form: OneTimeCodeParameters.Form = .timeBased(period: .seconds(30))
  ) throws -> OneTimeCodeRecord {
    let parameters = try OneTimeCodeParameters(
      secret: SharedSecret(copying: Array("12345678901234567890".utf8)), algorithm: form == .steam ? .sha1 : .sha256, form: form)
    return OneTimeCodeRecord(
      id: id, login: login, services: services, title: "Shop", account: "ada@example.org", issuer: "shop.example", parameters: parameters)
  }

  static func passkey(
    _ id: RecordIdentifier = id(), userName: String = "ada", key: [UInt8] = [UInt8](repeating: 7, count: 32), protection: Int = 1,
    prf: Bool = false
  ) -> PasskeyRecord {
    PasskeyRecord(
      id: id, relyingPartyID: "shop.example", userHandle: [1, 2, 3], userName: userName, displayName: "Ada L.",
      credentialID: [UInt8](0..<32),
      algorithm: -7, privateKey: SharedSecret(copying: key), backupEligible: true, backupState: false,
      created: Date(timeIntervalSince1970: 1_789_000_000.5), protection: protection,
      pseudoRandomFunction: prf
        ? PasskeyPRFKeys(
          withUserVerification: SharedSecret(copying: [UInt8](repeating: 0x11, count: 32)),
          withoutUserVerification: SharedSecret(copying: [UInt8](repeating: 0x22, count: 32))) : nil)
  }
}

/// The other kinds of records; the frozen vectors contain the same.
extension Sample {
  static func note(_ id: RecordIdentifier = id()) -> NoteRecord {
    NoteRecord(id: id, title: "Heizung", text: SharedSecret(copying: "Zeile 1\nZeile 2".utf8))
  }

  static func card(_ id: RecordIdentifier = id()) -> CardRecord {
    CardRecord(
      id: id, title: "Travel", holder: "ada lovelace", bank: "Example Bank", number: SharedSecret(copying: "4111111111111111".utf8),
      securityCode: SharedSecret(copying: "737".utf8), pin: SharedSecret(copying: "2580".utf8), expires: CardMonth(year: 2029, month: 8),
      validFrom: CardMonth(year: 2024, month: 9))
  }

  static func person(_ id: RecordIdentifier = id()) -> PersonRecord {
    PersonRecord(
      id: id, title: "Me", givenName: "ada", familyName: "Lovelace", organisation: "Engines Ltd",
      birthday: CalendarDay(year: 1815, month: 12, day: 10),
      emails: [.init(label: "home", text: "ada@example.org"), .init(label: "work", text: "ada@engines.example")],
      phones: [.init(label: "mobile", text: "+44 20 7946 0000")],
      addresses: [.init(label: "home", text: "12 St James's Square\nLondon")],
      documents: [
        .init(label: "Passport", number: SharedSecret(copying: "533380006".utf8)),
        .init(label: "ID card", number: SharedSecret(copying: "L01X00T47".utf8)),
      ])
  }
}

extension SharedSecret {
  var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}

/// Returns the code of the vault error that the work throws, or nil if it succeeds.
func code(_ work: () throws -> Void) -> CredentialVaultError.Code? {
  do {
    try work()
    return nil
  } catch {
    return (error as? CredentialVaultError)?.code
  }
}

/// Returns the code of the vault error that asynchronous work throws.
func code(_ work: () async throws -> Void) async -> CredentialVaultError.Code? {
  do {
    try await work()
    return nil
  } catch {
    return (error as? CredentialVaultError)?.code
  }
}
