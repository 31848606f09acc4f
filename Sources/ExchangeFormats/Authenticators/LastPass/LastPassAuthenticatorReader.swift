// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// Reads an export of LastPass Authenticator.
enum LastPassAuthenticatorReader {
  static let versions = 1...3
  // The predefined folders.
  private static let favourites = 1
  private static let others = 0

  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    guard var file = TrackedObject(try JSONReader.value(of: bytes), in: bytes), let values = file.value("accounts")?.elements else {
      throw CredentialExchangeError(.malformed)
    }
    guard versions.contains(file.integer("version") ?? 1) else { throw CredentialExchangeError(.unsupportedVariant) }
    // The exporting device and the time.
    file.passOver("deviceId", "deviceSecret", "localDeviceId", "deviceName", "backupInfo")
    var collection = ImportedCollection()
    var folders: [Int: String] = [:]
    for value in file.elements("folders") {
      guard var folder = TrackedObject(value, in: bytes), let id = folder.integer("id"), let name = folder.text("name") else {
        collection.tell(.malformedValue, "folders")
        continue
      }
      folders[id] = name
    }
    for (number, value) in values.enumerated() {
      if let object = TrackedObject(value, in: bytes) {
        entry(object, number: number, folders: folders).finish(into: &collection)
      } else {
        collection.leaveOut(.malformedValue, entry: number)
      }
    }
    collection.tellEmptyFolders(among: folders.filter { $0.key != favourites && $0.key != others }.values.map { [$0] })
    collection.tellRest(of: file)
    return collection
  }

  private static func entry(_ object: TrackedObject, number: Int, folders: [Int: String]) -> CodeEntry {
    var object = object
    let original = (issuer: object.text("originalIssuerName"), user: object.text("originalUserName"))
    let issuer = object.text("issuerName")
    let account = object.text("userName") ?? original.user ?? ""
    var entry = CodeEntry(number, title: issuer ?? original.issuer ?? account)
    var generator = KeptGenerator("totp", secret: object.secret("secret").map { .base32($0) })
    generator.algorithm = object.text("algorithm")
    generator.digits = object.integer("digits")
    generator.period = object.integer("timeStep")
    entry.add(generator, issuer: original.issuer ?? issuer, account: account, isSound: object.malformed.isEmpty, path: "")
    // The service's name for the account before the user renamed it.
    if let user = original.user, user != account {
      entry.keep("originalUserName", SharedSecret(copying: user.utf8), isHidden: false, .noPlace, "originalUserName")
    }
    entry.item.annotations.isFavourite = object.boolean("isFavorite")
    if var data = object.object("folderData") {
      let id = data.integer("folderId")
      if id == favourites { entry.item.annotations.isFavourite = true }
      if let id, id != favourites, id != others {
        if let name = folders[id] { entry.item.folders = [[name]] } else { entry.tell(.referenceMissing, "folderData.folderId", .leftOut) }
      }
      data.passOver("position")
      entry.tellRest(of: data, at: "folderData.")
    }
    // Milliseconds on Android, seconds on iOS.
    entry.item.created = object.integer("creationTimestamp").flatMap { stamp in
      stamp == 0 ? nil : stamp < 100_000_000_000 ? DateText.seconds(Double(stamp)) : DateText.milliseconds(Double(stamp))
    }
    object.passOver("accountID", "lmiUserId", "pushNotification")
    entry.tellRest(of: object)
    return entry
  }
}
