// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import Foundation

/// What databases know this provider by: a name that the person gave in KeePassXC, and a key. Kept in the provider's own folder, for this user
/// alone, since whoever has the key may ask.
package struct Associations: Codable, Sendable {
  /// One database's.
  package struct Association: Codable, Hashable, Sendable {
    /// The database, by the hash that KeePassXC tells.
    package var database: String
    /// The name that the person gave.
    package var id: String
    /// The key that the database kept, in base64.
    package var key: String

    /// Describes one.
    package init(database: String, id: String, key: String) {
      (self.database, self.id, self.key) = (database, id, key)
    }
  }

  /// Every one there is.
  package private(set) var all: [Association] = []

  /// Nobody knows this provider.
  package init() {}

  /// Reads the file; one that is not there, or is another's, holds nothing.
  package init(file: String) {
    guard let data = FileManager.default.contents(atPath: file), let kept = try? JSONDecoder().decode(Associations.self, from: data) else {
      return
    }
    self = kept
  }

  /// Takes note of one, in place of the database's former one.
  package mutating func keep(_ association: Association) {
    all.removeAll { $0.database == association.database }
    all.append(association)
  }

  /// Forgets a database's.
  package mutating func forget(_ database: String) { all.removeAll { $0.database == database } }

  /// Replaces the file in one step, so that a crash leaves the previous contents or the new ones.
  ///
  /// - Throws: ``CredentialProviderHostError`` `fileNotReplaced`.
  package func save(to file: String) throws {
    try CredentialProviderFolder.replaceFile(at: URL(filePath: file), with: JSONEncoder().encode(self))
  }
}
