// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

extension VaultAnswer {
  /// The parts of one entry that another provider does not get unchanged, because the providers' exchange format has no place for them.
  ///
  /// Data transferred as a field of the entry is not a loss. Neither are dates, or names of codes and passkeys that only Passfold stores.
  package struct HandoverLoss: Codable, Hashable, Sendable {
    /// The parts of an entry that can be lost; a newer vault may send others.
    package enum Part: String, CaseIterable, Sendable {
      case file = "file"
      case history = "history"
      case archived = "archived"
      case passkey = "passkey"
      case code = "code"
      case protection = "protection"
      case keptAway = "kept-away"
      case addressRule = "address-rule"
      case addressOwner = "address-owner"
      case label = "label"
      case other = "other"

      /// The part in words, in the user's language.
      package var words: String {
        switch self {
        case .file: translated("its files")
        case .history: translated("its history")
        case .archived: translated("that it is archived")
        case .passkey: translated("a passkey that can exist in one place only")
        case .code: translated("a one-time code")
        case .protection: translated("that its passkey always verifies the user")
        case .keptAway: translated("an address where it is never to be offered")
        case .addressRule: translated("how exactly an address must match")
        case .addressOwner: translated("which of its addresses belongs to which part")
        case .label: translated("the label of an address or number")
        case .other: translated("something else")
        }
      }
    }

    /// The number of the entry, starting at 1; nil for the file as a whole.
    package var entry: Int?
    /// The title of the entry.
    package var title: String
    /// The lost parts, each once: the values of ``Part``.
    package var parts: [String]

    /// Creates a loss.
    package init(entry: Int?, title: String, parts: [String]) {
      self.entry = entry
      self.title = title
      self.parts = parts
    }

    /// The parts in words on one line, in the user's language.
    package var words: String { parts.map { (Part(rawValue: $0) ?? .other).words }.joined(separator: ", ") }

    /// Groups losses by entry.
    ///
    /// - Parameter findings: The findings of the format's writer.
    package static func gathered(from findings: some Sequence<ExchangeFinding>) -> [HandoverLoss] {
      var losses: [HandoverLoss] = []
      var places: [String: Int] = [:]
      for finding in findings {
        guard let part = part(of: finding)?.rawValue else { continue }
        // A finding without an entry has no number, and is identified by its title.
        let entry = finding.entry.map(String.init) ?? "- \(finding.title)"
        if let place = places[entry] {
          if !losses[place].parts.contains(part) { losses[place].parts.append(part) }
        } else {
          places[entry] = losses.count
          losses.append(HandoverLoss(entry: finding.entry, title: finding.title, parts: [part]))
        }
      }
      return losses
    }

    private static func part(of finding: ExchangeFinding) -> Part? {
      if finding.outcome == "kept-as-field" { return nil }
      let path = finding.path
      switch finding.reason {
      case "countingPasskey", "unsupportedKey": return .passkey
      case "unsupportedCode": return .code
      case "attachmentMissing": return .file
      case "damaged": return path.isEmpty ? .other : .file
      default: break
      }
      if path.hasPrefix("attachments") { return .file }
      // One of several notes, complete.
      if path == "annotations.note" { return nil }
      if path == "parts" { return .addressOwner }
      switch path.split(separator: ".").last {
      case "created", "added", "pendingSince", "relyingPartyName": return nil
      case "history": return .history
      case "shelf": return .archived
      case "protection": return .protection
      case "rule": return .addressRule
      case "label": return .label
      case let last? where last.hasPrefix("services["): return .keptAway
      default: return .other
      }
    }
  }
}
