// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

extension ExchangeWords {
  // The roots of paths into an entry of the vault; other paths belong to another program's file and are shown unchanged.
  private static let roots: Set = ["parts", "oneTimeCode", "annotations"]

  /// The meaning of a path into an entry of the vault; nil for a path into another program's file.
  ///
  /// - Parameter kind: The kind of the part to which the path leads; nil if unknown.
  static func exportedPart(_ path: String, of kind: String?) -> String? {
    let steps = path.split(separator: ".").map(String.init)
    guard let first = steps.first, let last = steps.last, steps.count == 1 || roots.contains(name(first)) else { return nil }
    switch name(last) {
    case "parts" where path == "parts": return translated("how its parts belong together")
    case "parts": return kind.flatMap(part(of:)) ?? translated("one of its parts")
    case "login": return translated("the password")
    case "oneTimeCode": return translated("the one-time code set-up")
    case "passkey": return translated("the passkey")
    case "note": return translated("the note")
    case "card": return translated("the card")
    case "person": return translated("the identity")
    case "services": return translated("an address")
    case "rule": return translated("how exactly an address must match")
    case "history": return history(of: name(first) == "oneTimeCode" ? "one-time-code" : kind)
    case "added": return translated("when the codes were set up")
    case "pendingSince": return translated("that its codes are not confirmed yet")
    case "created": return translated("when it was created")
    case "modified": return translated("when it was last changed")
    case "shelf": return translated("that it is in the archive or the trash")
    case "favourite": return translated("that it is marked as a favourite")
    case "tags": return translated("the tags")
    case "fields": return translated("a field")
    case "folders", "folder": return translated("a folder")
    case "attachments": return translated("an attached file")
    case "label": return translated("its name")
    case "protection": return translated("that its passkey always verifies the user")
    case "relyingPartyName": return translated("the service's name in a passkey")
    case "pseudoRandomFunction", "largeBlob": return translated("data that a service stores with a passkey")
    default: return nil
    }
  }

  private static func part(of kind: String) -> String? {
    switch kind {
    case "password": translated("the password")
    case "one-time-code": translated("the one-time code set-up")
    case "passkey": translated("the passkey")
    case "note": translated("the note")
    case "card": translated("the card")
    case "identity": translated("the identity")
    default: nil
    }
  }

  private static func history(of kind: String?) -> String {
    switch kind {
    case "password": translated("its previous passwords")
    case "one-time-code": translated("its previous one-time code set-ups")
    case "note": translated("its previous texts")
    default: translated("its history")
    }
  }

  /// A step of a path without its number.
  private static func name(_ step: String) -> String {
    guard step.hasSuffix("]"), let bracket = step.firstIndex(of: "["), Int(step[step.index(after: bracket)...].dropLast()) != nil else {
      return step
    }
    return String(step[..<bracket])
  }
}
