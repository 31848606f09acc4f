// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialExchange
package import FoundationEssentials
package import SecretMemory

/// Writes a Bitwarden export in JSON, for the import of its programs.
package enum BitwardenWriter {
  /// Returns a file with all entries, and the data that the format cannot hold.
  ///
  /// - Parameters:
  ///   - items: The entries.
  ///   - keys: The passphrase that opens the file; without one it is unencrypted.
  ///   - date: The time of the export.
  ///   - random: The source of identifiers, salt and nonces.
  /// - Throws: `notOpenable` for an empty passphrase, which no program accepts.
  package static func write(
    _ items: [ExchangedItem], keys: ImportKeys, date: Date, random: inout some RandomNumberGenerator
  ) throws(CredentialExchangeError) -> (file: SharedSecret, findings: [ImportFinding]) {
    var folders: [(id: String, name: String)] = []
    var numbers: [String: Int] = [:]
    var findings: [ImportFinding] = []
    var entries: [BitwardenWrittenItem] = []
    for (number, item) in items.enumerated() {
      var tale = ExportReport(item, number: number)
      var folder: String?
      if let path = item.folders.first {
        // Bitwarden shows slashes in a name as nested folders.
        if path.contains(where: { $0.contains("/") }) { tale.tell("folders[0]", .keptInPart) }
        let name = BitwardenLimit.name.start(of: path.joined(separator: "/"))
        if name.utf8.count < path.joined(separator: "/").utf8.count { tale.tell("folders[0]", .keptInPart, .tooLarge) }
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
    return (try seal(json.file(), passphrase: passphrase, &random), findings)
  }

  private static func seal(
    _ text: SharedSecret, passphrase: SharedSecret, _ random: inout some RandomNumberGenerator
  ) throws(CredentialExchangeError) -> SharedSecret {
    guard passphrase.byteCount > 0 else { throw CredentialExchangeError(.notOpenable) }
    let salt = Data((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }).base64EncodedString()
    // Bitwarden's own defaults.
    let (passes, memoryMiB, lanes) = (3, 64, 4)
    let keys = try BitwardenSeal(passphrase: passphrase, salt: salt, .argon2id(passes: passes, memoryMiB: memoryMiB, lanes: lanes))
    let validation = try keys.seal(SharedSecret(copying: identifier(&random).utf8), random: &random)
    let data = try keys.seal(text, random: &random)
    var json = JSONWriter()
    json.object { json in
      json.member("encrypted", true)
      json.member("passwordProtected", true)
      json.member("salt", salt)
      json.member("kdfType", 1)
      json.member("kdfIterations", passes)
      json.member("kdfMemory", memoryMiB)
      json.member("kdfParallelism", lanes)
      json.member("encKeyValidation_DO_NOT_EDIT", validation)
      json.member("data", data)
    }
    return json.file()
  }

  /// Returns a UUID of version 4 (RFC 9562 §5.4).
  static func identifier(_ random: inout some RandomNumberGenerator) -> String {
    var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    return uuidText(bytes)
  }

  /// Returns the text of a UUID of 16 bytes: lower-case hexadecimal digits in five groups (RFC 9562 §4).
  static func uuidText(_ bytes: [UInt8]) -> String {
    let text = Array(EncodedBytes.hexadecimalText(bytes))
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(text[$0]) }.joined(separator: "-")
  }
}
