// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import CredentialVault

/// What the vault has, found by what makes a record of a file the same.
///
/// Of many under one key, those most alike come first and the rest is left out: a file of thousands that share one secret would otherwise be
/// compared each with each, which keeps the vault busy for minutes.
package struct ImportCandidates {
  /// What records that may be the same have in common.
  package struct Key: Hashable, Sendable {
    let kind: CredentialKind
    let isInTrash: Bool
    let text: String
    let hash: [UInt8]

    /// Puts a key together, of a text or of a secret's hash.
    package init(_ kind: CredentialKind, isInTrash: Bool = false, text: String = "", hash: [UInt8] = []) {
      (self.kind, self.isInTrash, self.text, self.hash) = (kind, isInTrash, text, hash)
    }
  }

  /// The most records of one key, and of one likeness among them, that are compared.
  package static let most = 16

  private struct Group {
    var records: [RecordIdentifier] = []
    /// Which of them are alike; nil until there were too many to compare them all.
    var alike: [[UInt8]: [RecordIdentifier]]?
  }

  private var groups: [Key: Group] = [:]

  /// Begins with nothing.
  package init() {}

  /// Enters a record of the vault.
  package mutating func enter(_ record: RecordIdentifier, under key: Key) { groups[key, default: Group()].records.append(record) }

  /// How many records there are under a key.
  package func count(under key: Key) -> Int { groups[key]?.records.count ?? 0 }

  /// The records that one of a file is compared with, the likeliest first where there are many.
  ///
  /// - Parameters:
  ///   - keys: What it may have in common with one of them.
  ///   - own: Its likenesses: hashes of all that it says, and of what makes it the same; asked for where a key has many.
  ///   - likenesses: Those of a record of the vault; asked for once for each record of such a key.
  package mutating func find(
    under keys: [Key], like own: () -> [[UInt8]],
    likenesses: (RecordIdentifier) throws(CredentialVaultError) -> [[UInt8]]
  ) throws(CredentialVaultError) -> [RecordIdentifier] {
    var (found, known): ([RecordIdentifier], Set<RecordIdentifier>) = ([], [])
    let crowded = keys.filter { count(under: $0) > Self.most }
    let likeness = crowded.isEmpty ? [] : own()
    for key in crowded {
      try tellApart(key, likenesses)
      for hash in likeness { found += (groups[key]?.alike?[hash] ?? []).prefix(Self.most).filter { known.insert($0).inserted } }
    }
    for key in keys { found += (groups[key]?.records ?? []).prefix(Self.most).filter { known.insert($0).inserted } }
    return found
  }

  private mutating func tellApart(
    _ key: Key, _ likenesses: (RecordIdentifier) throws(CredentialVaultError) -> [[UInt8]]
  ) throws(CredentialVaultError) {
    guard let group = groups[key], group.alike == nil else { return }
    var alike: [[UInt8]: [RecordIdentifier]] = [:]
    for record in group.records {
      for likeness in try likenesses(record) { alike[likeness, default: []].append(record) }
    }
    groups[key]?.alike = alike
  }
}
