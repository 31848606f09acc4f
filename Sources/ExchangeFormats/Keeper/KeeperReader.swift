// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

/// Reads Keeper's JSON export, written by its web vault and by Keeper Commander, by itself or in an archive with attached files.
enum KeeperReader {
  /// The file in an archive with the records.
  static let archivedJSON = "export.json"
  /// The start of the path of a file in an archive; its identifier follows.
  static let archivedFiles = "files/"
  /// The maximum size of a file in an archive, 256 MiB.
  private static let largestFile = 1 << 28

  /// Whether JSON is such an export.
  static func isOne(_ value: JSONValue) -> Bool {
    guard let records = value["records"]?.elements ?? value.elements else { return false }
    guard let first = records.first else { return value["shared_folders"]?.elements != nil }
    guard first["title"] != nil else { return false }
    return first["$type"] != nil || value.isObject && ["login", "login_url", "custom_fields", "uid", "notes"].contains { first[$0] != nil }
  }

  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    guard bytes.starts(with: [0x50, 0x4B]) else { return try read(bytes) { _ in nil } }
    let archive = try ZIPArchive(bytes, skippingFolder: true)
    guard let json = try archive.content(archivedJSON, atMost: ZIPArchive.mostBytes) else { throw CredentialExchangeError(.malformed) }
    var files: [String: Result<SharedSecret, CredentialExchangeError>] = [:]
    for name in archive.names where name != archivedJSON {
      do throws(CredentialExchangeError) {
        files[name] = try archive.content(name, atMost: largestFile).map { .success($0) }
      } catch {
        files[name] = .failure(error)
      }
    }
    return try json.withBytes { (text) throws(CredentialExchangeError) in
      var collection = try read(text) { files.removeValue(forKey: archivedFiles + $0) }
      for name in files.keys.sorted() { collection.tell(.referenceMissing, name) }
      return collection
    }
  }

  private static func read(
    _ bytes: UnsafeRawBufferPointer, claiming file: (String) -> Result<SharedSecret, CredentialExchangeError>?
  ) throws(CredentialExchangeError) -> ImportedCollection {
    let value = try JSONReader.value(of: bytes)
    var root = JSONMembers(value, in: bytes)
    guard let records = value["records"]?.elements ?? value.elements ?? (value["shared_folders"] == nil ? nil : []) else {
      throw CredentialExchangeError(.malformed)
    }
    // The permissions in the folders of a company; the records name the folders as well.
    root.pass("records", "shared_folders", "teams")
    var collection = ImportedCollection()
    let titles = titles(of: records, in: bytes)
    for element in records {
      guard element.isObject else {
        collection.passOver(collection.readCount, because: .malformedValue)
        continue
      }
      var record = KeeperRecord(element, bytes: bytes, number: collection.readCount)
      record.read(titles: titles, claiming: file)
      collection.add(record.draft)
    }
    let shared = value["shared_folders"]?.elements ?? []
    collection.tellEmptyFolders(among: shared.map { KeeperRecord.path($0["path"]?.string(in: bytes)) })
    for (name, _, reason) in root.rest() { collection.tell(reason, name) }
    return collection
  }

  /// Returns the titles of records by the identifiers used in references.
  private static func titles(of records: [JSONValue], in bytes: UnsafeRawBufferPointer) -> [String: String] {
    let pairs = records.compactMap { record in
      record["uid"]?.digitsOrText(in: bytes).flatMap { id in record["title"]?.digitsOrText(in: bytes).map { (id, $0) } }
    }
    return Dictionary(pairs) { first, _ in first }
  }
}
