// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialExchange
package import FoundationEssentials
package import SecretMemory

/// Writes an export of Bitwarden in JSON, as the importer of its programs reads it.
package enum BitwardenWriter {
  /// A file with all entries, and what the format cannot hold of them.
  ///
  /// - Parameters:
  ///   - items: The entries.
  ///   - keys: The passphrase that is to open the file; without one it is in the clear.
  ///   - date: The time of the export.
  ///   - random: Where identifiers, salt and nonces come from.
  /// - Throws: `notOpenable` for an empty passphrase, which no program would take.
  package static func write(
    _ items: [ExchangedItem], keys: ImportKeys, date: Date, random: inout some RandomNumberGenerator
  ) throws(CredentialExchangeError) -> (file: SharedSecret, findings: [ImportFinding]) {
    // What Bitwarden itself proposes: three passes over 64 MiB in four lanes.
    try write(items, keys: keys, date: date, .argon2id(passes: 3, memoryMiB: 64, lanes: 4), random: &random)
  }

  /// As ``write(_:keys:date:random:)``, with 600 000 rounds of PBKDF2 for programs that do not know Argon2.
  package static func writeWithPBKDF2(
    _ items: [ExchangedItem], keys: ImportKeys, date: Date, random: inout some RandomNumberGenerator
  ) throws(CredentialExchangeError) -> (file: SharedSecret, findings: [ImportFinding]) {
    try write(items, keys: keys, date: date, .pbkdf2(rounds: 600_000), random: &random)
  }

  private static func write(
    _ items: [ExchangedItem], keys: ImportKeys, date: Date, _ derivation: BitwardenSeal.Derivation, random: inout some RandomNumberGenerator
  ) throws(CredentialExchangeError) -> (file: SharedSecret, findings: [ImportFinding]) {
    var folders: [(id: String, name: String)] = []
    var numbers: [String: Int] = [:]
    var findings: [ImportFinding] = []
    var entries: [BitwardenWrittenItem] = []
    for (number, item) in items.enumerated() {
      var tale = WriterTale(item, number: number)
      var folder: String?
      if let path = item.folders.first {
        // Bitwarden shows strokes in a name as folders within folders.
        if path.contains(where: { $0.contains("/") }) { tale.tell("folders[0]", .keptInPart) }
        let name = path.joined(separator: "/")
        if let number = numbers[name] {
          folder = folders[number].id
        } else {
          let id = identifier(&random)
          numbers[name] = folders.count
          folders.append((id, name))
          folder = id
        }
      }
      for index in item.folders.indices.dropFirst() { tale.tell("folders[\(index)]", .leftOut) }
      let written = BitwardenWrittenItem.items(of: item, folder: folder, date: date, &tale)
      entries += written
      findings += tale.findings
    }
    let ids = entries.map { _ in identifier(&random) }
    var json = JSONWriter()
    json.object { json in
      json.member("encrypted", false)
      json.member("folders", of: folders) { json, folder in
        json.object { json in
          json.member("id", folder.id)
          json.member("name", folder.name)
        }
      }
      json.member("items", of: Array(zip(entries, ids))) { json, entry in entry.0.write(to: &json, id: entry.1) }
    }
    guard let passphrase = keys.passphrase else { return (json.file(), findings) }
    return (try seal(json.file(), passphrase: passphrase, derivation, &random), findings)
  }

  private static func seal(
    _ text: SharedSecret, passphrase: SharedSecret, _ derivation: BitwardenSeal.Derivation, _ random: inout some RandomNumberGenerator
  ) throws(CredentialExchangeError) -> SharedSecret {
    guard passphrase.byteCount > 0 else { throw CredentialExchangeError(.notOpenable) }
    let salt = Data((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }).base64EncodedString()
    let keys = try BitwardenSeal(passphrase: passphrase, salt: salt, derivation)
    let validation = try keys.seal(SharedSecret(copying: identifier(&random).utf8), random: &random)
    let data = try keys.seal(text, random: &random)
    var json = JSONWriter()
    json.object { json in
      json.member("encrypted", true)
      json.member("passwordProtected", true)
      json.member("salt", salt)
      switch derivation {
      case .pbkdf2(let rounds):
        json.member("kdfType", 0)
        json.member("kdfIterations", rounds)
        json.member("kdfMemory", nil)
        json.member("kdfParallelism", nil)
      case .argon2id(let passes, let memoryMiB, let lanes):
        json.member("kdfType", 1)
        json.member("kdfIterations", passes)
        json.member("kdfMemory", memoryMiB)
        json.member("kdfParallelism", lanes)
      }
      json.member("encKeyValidation_DO_NOT_EDIT", validation)
      json.member("data", data)
    }
    return json.file()
  }

  /// A UUID of version 4 (RFC 9562 §5.4).
  static func identifier(_ random: inout some RandomNumberGenerator) -> String {
    var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = Array("0123456789abcdef")
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(text[$0]) }
    return groups.joined(separator: "-")
  }
}
