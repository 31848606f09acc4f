// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialExchange
package import FoundationEssentials
package import SecretMemory

/// Writes FIDO's Credential Exchange Format, version 1.0 (Proposed Standard, 14 August 2025); the format has no encryption of its own.
package enum CXFWriter {
  /// The name that a file gives as its exporting program.
  static let exporter = (id: "passfold.org", name: "Passfold")

  /// Returns a file with all entries, and the data that the format cannot hold.
  ///
  /// - Parameters:
  ///   - items: The entries.
  ///   - date: The time of the export.
  ///   - random: The source of identifiers.
  package static func write(
    _ items: [ExchangedItem], date: Date, random: inout some RandomNumberGenerator
  ) -> (file: SharedSecret, findings: [ImportFinding]) {
    var findings: [ImportFinding] = []
    var collections = CXFCollections()
    var written: [CXFWrittenItem] = []
    for (number, item) in items.enumerated() {
      let id = identifier(&random)
      for path in item.folders where !path.isEmpty { collections.add(id, to: path) { identifier(&random) } }
      let entry = CXFWrittenItem(item, id: id, number: number)
      findings += entry.tale.findings
      written.append(entry)
    }
    let account = identifier(&random)
    var json = JSONWriter()
    json.object { json in
      json.member("version") { json in
        json.member("major", 1)
        json.member("minor", 0)
      }
      json.member("exporterRpId", exporter.id)
      json.member("exporterDisplayName", exporter.name)
      json.member("timestamp", seconds(date))
      json.member("accounts", of: [account]) { json, account in
        json.object { json in
          json.member("id", account)
          json.member("username", "")
          json.member("email", "")
          json.name("collections")
          collections.write(to: &json)
          json.member("items", of: written) { json, item in item.write(to: &json) }
        }
      }
    }
    return (json.file(), findings)
  }

  /// Returns a random identifier of 16 bytes, without meaning.
  private static func identifier(_ random: inout some RandomNumberGenerator) -> String {
    let bytes = SharedSecret(SecretBytes.random(byteCount: 16, using: &random))
    return Base64Text.urlText(of: bytes).withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns a point in time in whole seconds.
  static func seconds(_ date: Date) -> Int { Int(exactly: date.timeIntervalSince1970.rounded(.down)) ?? 0 }
}

/// The folders of the entries as nested collections.
private struct CXFCollections {
  private struct Node {
    let id: String
    let title: String
    var items: [String] = []
    var inner: [Int] = []
  }

  private var nodes: [Node] = []
  private var roots: [Int] = []
  private var numbers: [[String]: Int] = [:]

  /// Puts an item into the folder of a path, and creates missing folders.
  mutating func add(_ item: String, to path: [String], _ makeIdentifier: () -> String) {
    var parent: Int?
    for depth in 1...path.count {
      let names = Array(path.prefix(depth))
      if let number = numbers[names] {
        parent = number
        continue
      }
      let number = nodes.count
      numbers[names] = number
      nodes.append(Node(id: makeIdentifier(), title: path[depth - 1]))
      if let parent { nodes[parent].inner.append(number) } else { roots.append(number) }
      parent = number
    }
    if let parent, nodes[parent].items.last != item { nodes[parent].items.append(item) }
  }

  func write(to json: inout JSONWriter) { json.array(of: roots) { json, number in write(nodes[number], to: &json) } }

  private func write(_ node: Node, to json: inout JSONWriter) {
    json.object { json in
      json.member("id", node.id)
      json.member("title", node.title)
      json.member("items", of: node.items) { json, item in json.object { json in json.member("item", item) } }
      if !node.inner.isEmpty { json.member("subCollections", of: node.inner) { json, number in write(nodes[number], to: &json) } }
    }
  }
}
