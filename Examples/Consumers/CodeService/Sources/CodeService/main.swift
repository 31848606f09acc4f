// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodeStorage
import OneTimeCodes
import SecretMemory

struct MissingUser: Error {}

/// The only GRDB type in the store's interface can be named without GRDB's own product.
func openStore(in database: any DatabaseWriter, key: OneTimeCodeStorageKey) throws -> SQLiteOneTimeCodeStore {
  try SQLiteOneTimeCodeStore(database: database, key: key)
}

func enrolAndRecover() async throws -> Bool {
  let folder = FileManager.default.temporaryDirectory.appending(path: "code-service-" + UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  var generator = SystemRandomNumberGenerator()
  let store = try SQLiteOneTimeCodeStore(
    path: folder.appending(path: "codes.sqlite").path,
    key: OneTimeCodeStorageKey(file: folder.appending(path: "codes.key"), using: &generator))
  let verifier = OneTimeCodeVerifier(store: store, clock: .system()) { _ in }
  guard let user = OneTimeCodeUserID("anne") else { throw MissingUser() }

  let pending = try await verifier.beginEnrolment(of: user, using: &generator)
  let link = try pending.shownSetupURL(.otpauth, label: "Shop", account: "anne", issuer: "shop.example")
  let secret: SharedSecret = pending.parameters.secret
  let login = OneTimeCodeLogin(afterFirstFactorOf: user, transaction: "session".utf8, client: "192.0.2.1")
  let code = try OneTimeCodeParameters(base32: pending.shownSecret).code(at: Date())
  guard case .accepted(let fresh) = try await verifier.activate(pending, firstCode: code.text, in: login) else { return false }
  let recovery = try await verifier.makeRecoveryCodes(with: fresh, using: &generator).shownCodes
  return link.hasPrefix("otpauth://totp/") && secret.byteCount == 20 && recovery.count == 10
}

print(try await enrolAndRecover() ? "done" : "wrong")
