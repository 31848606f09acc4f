// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
import CredentialVault
import Foundation
import SecretMemory

/// Writes to a vault until the process is ended, and checks what a crash has left.
///
///     passfold-crashes make FOLDER             makes the vault
///     passfold-crashes write FOLDER ROUNDS     adds, changes and trashes records and files; a line for each write that was acknowledged
///     passfold-crashes rekey FOLDER            changes the passphrase, then the recovery key
///     passfold-crashes keep FOLDER             takes a snapshot, restores it, and repairs the vault
///     passfold-crashes migrate FOLDER          brings the vault to a later format
///     passfold-crashes verify                  reads lines "FOLDER TAB FILE", where FILE holds the acknowledged lines; says what is left.
///                                              After a line "sibling TAB FOLDER", a third part "fast" takes that vault's keys for a passphrase
@main
struct CrashProgram {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    let folder = URL(filePath: arguments.dropFirst().first ?? "")
    do {
      switch arguments.first {
      case "make"?: try await make(folder)
      case "write"?: try await write(folder, rounds: Int(arguments.last ?? "") ?? 0)
      case "rekey"?: try await rekey(folder)
      case "keep"?: try await keep(folder)
      case "migrate"?: try await migrate(folder)
      case "verify"?: await verifyAll()
      default: exit(64)
      }
    } catch {
      say("refused \((error as? CredentialVaultError)?.code.description ?? "\(error)")")
      exit(3)
    }
  }

  static let environment = VaultEnvironment(cost: .floor, storageLimit: 64 << 20)
  /// The same environment with a later version's database migration.
  static var laterEnvironment: VaultEnvironment {
    var later = environment
    later.furtherMigrations = ["CREATE TABLE later (only INTEGER PRIMARY KEY CHECK (only = 1)) STRICT; INSERT INTO later VALUES (1);"]
    return later
  }

  /// The passphrase that the vault is made with, and the one that replaces it.
  static let passphrases = ["correct horse battery staple", "another horse battery staple"]

  static func secret(_ passphrase: String) -> SecretBytes { SecretBytes(copying: passphrase.utf8) }

  static func make(_ folder: URL) async throws {
    let vault = try await CredentialVault.create(at: folder, passphrase: secret(passphrases[0]), environment: environment).vault
    vault.retire()
    say("made")
  }

  static func open(_ folder: URL, _ environment: VaultEnvironment = environment) async throws -> CredentialVault {
    let vault = try CredentialVault.open(at: folder, environment: environment)
    do {
      try await unlock(vault, passphrases[0])
    } catch {
      guard error.code == .wrongPassphrase else { throw error }
      try await unlock(vault, passphrases[1])
    }
    return vault
  }

  private static func unlock(_ vault: CredentialVault, _ passphrase: String) async throws(CredentialVaultError) {
    let secret = secret(passphrase)
    try await vault.unlock(passphrase: secret)
  }

  /// The expected content of a record, from its number and how often it was changed.
  static func record(_ id: RecordIdentifier, _ number: Int, _ change: Int) -> PasswordRecord {
    PasswordRecord(
      id: id, services: [ServiceIdentifier(kind: .domain, text: "shop\(number).example")], title: "Shop \(number)", user: "ada",
      password: SharedSecret(copying: Array("secret \(number) \(change) \(String(repeating: "x", count: number % 7 * 400))".utf8)))
  }

  /// Writes a line immediately: a line printed before a crash counts as acknowledged.
  static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  /// Marks where the interesting part begins for the program that counts this process's system calls.
  static func arm(_ folder: URL) {
    if let file = fopen(folder.path + ".arm", "r") { fclose(file) }
  }

  static func write(_ folder: URL, rounds: Int) async throws {
    let vault = try await open(folder)
    arm(folder)
    say("open")
    for number in 0..<rounds {
      let id = try add(number, to: vault)
      guard number % 3 > 0 else {
        try attach(id, number, to: vault)
        continue
      }
      say("try \(id) \(number) 1 present")
      try vault.replace(.password(record(id, number, 1)))
      say("ack \(id) \(number) 1 present")
      guard number % 3 > 1 else { continue }
      say("try \(id) \(number) 1 trashed")
      try vault.moveToTrash(id)
      say("ack \(id) \(number) 1 trashed")
    }
    vault.retire()
    say("closed")
  }

  @discardableResult
  private static func add(_ number: Int, to vault: CredentialVault) throws -> RecordIdentifier {
    var generator = SystemRandomNumberGenerator()
    let id = RecordIdentifier.random(using: &generator)
    say("try \(id) \(number) 0 present")
    try vault.add(.password(record(id, number, 0)))
    say("ack \(id) \(number) 0 present")
    return id
  }

  /// The full content of the file attached to a record, in two chunks.
  static func file(_ number: Int) -> [UInt8] { (0..<66_000 + number % 100).map { UInt8(($0 * 31 + number) % 251) } }

  private static func attach(_ id: RecordIdentifier, _ number: Int, to vault: CredentialVault) throws {
    say("try \(id) \(number) 0 filed")
    let content = file(number)
    var draft = try vault.draftAttachment(named: "file", byteCount: content.count, for: id)
    while draft.nextByteCount > 0 {
      let start = content.count - draft.missingByteCount
      try draft.append(SharedSecret(copying: content[start..<start + draft.nextByteCount]))
    }
    _ = try vault.attach(draft, to: id)
    say("ack \(id) \(number) 0 filed")
  }

  /// Replaces the key file: changes the passphrase, then the recovery key with the log and every record's wrapped key.
  static func rekey(_ folder: URL) async throws {
    let vault = try await open(folder)
    try add(1, to: vault)
    arm(folder)
    say("open")
    let change = try await vault.beginPassphraseChange(secret(passphrases[0]))
    try await vault.finish(change, passphrase: secret(passphrases[1]))
    say("rekeyed")
    _ = try await vault.replaceRecoveryKey(passphrase: secret(passphrases[1]))
    say("replaced")
    try add(2, to: vault)
    vault.retire()
    say("closed")
  }

  /// Works on whole folders: a snapshot, a restore of it, and a repair.
  static func keep(_ folder: URL) async throws {
    let vault = try await open(folder)
    try attach(try add(1, to: vault), 1, to: vault)
    arm(folder)
    say("open")
    let copy = try vault.takeSnapshot(.backup)
    say("snapshot")
    let replacement = try await RestorableCopy(named: copy.name, for: folder, environment: environment).prepared(
      passphrase: secret(passphrases[0]))
    _ = try replacement.takePlace(of: vault)
    say("restored")
    let (other, _) = try await VaultReplacement.repairing(folder, passphrase: secret(passphrases[0]), environment: environment)
    _ = try other.takePlace(of: nil)
    say("repaired")
  }

  static func migrate(_ folder: URL) async throws {
    let vault = try await open(folder)
    try add(1, to: vault)
    vault.retire()
    arm(folder)
    say("open")
    let later = try CredentialVault.open(at: folder, environment: laterEnvironment)
    say("migrated")
    later.retire()
  }
}
