// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Counts the labels of fields in a CXF file, to distinguish the user's own words from those that the program writes into every entry.
struct CXFLabels {
  private var counts: [String: [String: Int]] = [:]
  private var totals: [String: Int] = [:]

  /// Counts the labels of an item's credentials.
  mutating func count(_ item: JSONValue, _ bytes: UnsafeRawBufferPointer) {
    for credential in item["credentials"]?.elements ?? [] {
      guard case .object(let members) = credential else { continue }
      for member in members where member.value["value"] != nil {
        totals[member.name, default: 0] += 1
        guard let label = member.value["label"].flatMap({ $0.digitsOrText(in: bytes) }) else { continue }
        counts[member.name, default: [:]][label, default: 0] += 1
      }
    }
  }

  /// Returns a label that says more than the member's name; nil if it does not, or if most entries have the same label there.
  func own(_ label: String?, of member: String) -> String? {
    guard let label, !label.isEmpty else { return nil }
    func letters(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
    let (said, known) = (letters(label), letters(member))
    guard !said.isEmpty, !known.contains(said), !said.contains(known) else { return nil }
    let count = counts[member]?[label] ?? 0
    return count > 2 && count * 2 > totals[member] ?? 0 ? nil : label
  }
}
