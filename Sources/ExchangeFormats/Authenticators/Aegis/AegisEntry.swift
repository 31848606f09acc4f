// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// An entry of an Aegis database.
enum AegisEntry {
  static func read(_ object: TrackedObject, number: Int, groups: [String: String]) -> CodeEntry {
    var object = object
    let (issuer, account) = (object.text("issuer"), object.text("name") ?? "")
    var entry = CodeEntry(number, title: issuer ?? account)
    let kind = object.text("type")
    // Pictures and the entry's identifier matter only to Aegis.
    object.passOver("uuid", "icon", "icon_mime", "icon_hash")
    if var info = object.object("info") {
      let secret = info.secret("secret").map { KeptGenerator.Secret.base32($0) }
      var generator = KeptGenerator(kind ?? "", secret: secret)
      generator.algorithm = info.text("algo")
      generator.digits = info.integer("digits")
      generator.period = info.integer("period")
      generator.counter = info.integer("counter")
      generator.pin = info.secret("pin")
      let isMD5 = generator.kind != nil && generator.algorithm?.uppercased() == "MD5"
      // Aegis let users choose MD5 for kinds without it, but has always generated these codes with SHA-1.
      if isMD5 { generator.algorithm = nil }
      entry.add(generator, issuer: issuer, account: account, isSound: info.malformed.isEmpty, path: "info")
      if isMD5 { entry.tell(.malformedValue, "info.algo", .readLeniently) }
      entry.tellRest(of: info, at: "info.")
    } else {
      entry.tell(.missingMember, "info", .leftOut)
    }
    entry.item.annotations.note = object.secret("note")
    entry.item.annotations.isFavourite = object.boolean("favorite")
    // References are identifiers since version 3 of the database, and were names before.
    let references = entry.elements("groups", of: &object, at: "groups")
    for reference in references {
      guard let id = reference.digitsOrText(in: object.bytes), let name = groups[id.lowercased()] else {
        entry.tell(.referenceMissing, "groups", .leftOut)
        continue
      }
      entry.item.folders.append([name])
    }
    if let name = object.text("group"), !entry.item.folders.contains([name]) { entry.item.folders.append([name]) }
    entry.tellRest(of: object)
    return entry
  }
}
