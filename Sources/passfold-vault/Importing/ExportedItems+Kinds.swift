// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel

extension ExportedItems {
  /// Returns the number of records of each kind in a file.
  ///
  /// - Parameter findings: The writer's findings about data that the format cannot hold.
  func kinds(without findings: [ImportFinding]) -> [CredentialKind: Int] {
    var present = items.map { $0.parts.map { Optional($0.kind) } }
    for finding in findings where finding.outcome == .leftOut {
      guard let item = finding.place.entry, present.indices.contains(item) else { continue }
      let path = finding.place.path
      if path.isEmpty {
        present[item] = []
      } else if path.hasPrefix("parts["), path.hasSuffix("]"), let part = Int(path.dropFirst(6).dropLast()) {
        if present[item].indices.contains(part) { present[item][part] = nil }
      } else if let part = present[item].firstIndex(where: { $0.map(Self.pathName) == path }) {
        present[item][part] = nil
      }
    }
    return present.joined().compactMap(\.self).reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  /// The writers' name for a part that the format cannot hold.
  private static func pathName(_ kind: CredentialKind) -> String {
    switch kind {
    case .password: "login"
    case .oneTimeCode: "oneTimeCode"
    case .passkey: "passkey"
    case .note: "note"
    case .card: "card"
    case .identity: "person"
    }
  }
}

extension ExchangedPart {
  /// The kind of record that it is in a vault.
  var kind: CredentialKind {
    switch self {
    case .login: .password
    case .oneTimeCode: .oneTimeCode
    case .passkey: .passkey
    case .note: .note
    case .card: .card
    case .person: .identity
    }
  }
}
