// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// Reads the contents of a Stratum backup: authenticators, categories, and the assignments between them.
enum StratumBackup {
  private static let kinds = [1: "hotp", 2: "totp", 3: "motp", 4: "steam", 5: "yandex"]
  private static let algorithms = [0: "SHA1", 1: "SHA256", 2: "SHA512"]

  static func read(_ value: JSONValue, in bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    guard var file = TrackedObject(value, in: bytes), let values = file.value("Authenticators")?.elements else {
      throw CredentialExchangeError(.malformed)
    }
    var collection = ImportedCollection()
    let (folders, names) = folders(&file, &collection)
    file.passOver("CustomIcons", "IconPacks")
    for (number, value) in values.enumerated() {
      if let object = TrackedObject(value, in: bytes) {
        entry(object, number: number, folders: folders).finish(into: &collection)
      } else {
        collection.leaveOut(.malformedValue, entry: number)
      }
    }
    collection.tellEmptyFolders(among: names.map { [$0] })
    collection.tellRest(of: file)
    return collection
  }

  /// Returns the categories by a hash of the secret that they are assigned to, because the secret itself never becomes a text, and the
  /// names of all categories.
  private static func folders(
    _ file: inout TrackedObject, _ collection: inout ImportedCollection
  ) -> (folders: [SecretName: [String]], names: [String]) {
    var names: [String: String] = [:]
    for value in file.elements("Categories") {
      guard var category = TrackedObject(value, in: file.bytes), let id = category.text("Id"), let name = category.text("Name") else {
        collection.tell(.malformedValue, "Categories")
        continue
      }
      names[id] = name
    }
    var folders: [SecretName: [String]] = [:]
    for value in file.elements("AuthenticatorCategories") {
      guard var binding = TrackedObject(value, in: file.bytes), let id = binding.text("CategoryId"), let name = names[id],
        let secret = binding.secret("AuthenticatorSecret")
      else {
        collection.tell(.referenceMissing, "AuthenticatorCategories")
        continue
      }
      folders[SecretName(secret), default: []].append(name)
    }
    return (folders, Array(names.values))
  }

  private static func entry(_ object: TrackedObject, number: Int, folders: [SecretName: [String]]) -> CodeEntry {
    var object = object
    let (issuer, account) = (object.text("Issuer"), object.text("Username") ?? "")
    var entry = CodeEntry(number, title: issuer ?? account)
    let (type, secret) = (object.integer("Type") ?? 2, object.secret("Secret"))
    var generator = KeptGenerator(kinds[type] ?? "\(type)", secret: secret.map { .base32($0) })
    let algorithm = object.integer("Algorithm") ?? 0
    generator.algorithm = algorithms[algorithm] ?? "\(algorithm)"
    generator.digits = object.integer("Digits")
    let (period, counter) = (object.integer("Period"), object.integer("Counter"))
    // The members of the other kinds are present, but their values have no meaning.
    if generator.kind == .counterBased { generator.counter = counter } else { generator.period = period }
    generator.pin = object.secret("Pin")
    entry.add(generator, issuer: issuer, account: account, isSound: object.malformed.isEmpty, path: "")
    if let secret { entry.item.folders = (folders[SecretName(secret)] ?? []).map { [$0] } }
    // Pictures, order, and how often the code was copied.
    object.passOver("Icon", "Ranking", "CopyCount")
    entry.tellRest(of: object)
    return entry
  }
}
