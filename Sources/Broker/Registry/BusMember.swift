// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// One method that a provider declares to call, or one signal that it declares to hear, of a program on the session's bus.
package struct BusMember: Sendable, Hashable {
  /// Which of the two.
  package enum Kind: String, Sendable {
    /// Called by the provider.
    case method
    /// Heard by the provider.
    case signal
  }

  /// Whether it is called or heard.
  package let kind: Kind
  /// The whole name: `INTERFACE.MEMBER`.
  package let name: String
  /// The object that has it: a path, or one with `/*` at its end for everything below.
  package let object: String
  /// What the provider's author says it is for, as one line.
  package let purpose: String

  /// Describes one.
  package init(_ kind: Kind, _ name: String, of object: String, purpose: String) {
    (self.kind, self.name, self.object) = (kind, name, object)
    self.purpose = DisplayText.line(purpose)
  }

  /// The part of ``ProviderAccess/agreement`` that says all of this.
  var agreement: String { "\(kind.rawValue) \(name) \(object) \(purpose)" }
}

extension BusMember {
  /// The most members of one name.
  static let limit = 32

  /// Reads one entry of the property list; nil for one that the name does not have open.
  init?(_ kind: Kind, _ declared: ProviderInformation.DeclaredMember, at open: OpenBusName) {
    let names = kind == .method ? open.methods : open.signals
    guard names.contains(declared.Name), Self.isObject(declared.Object, below: open.root),
      !DisplayText.line(declared.Purpose).allSatisfy(\.isWhitespace)
    else { return nil }
    self.init(kind, declared.Name, of: declared.Object, purpose: declared.Purpose)
  }

  /// Whether a text is the path of an object at or below a root, with `/*` at its end or without (D-Bus specification, "Valid Object Paths").
  private static func isObject(_ path: String, below root: String) -> Bool {
    guard path.utf8.count <= 255, path == root || path.hasPrefix(root + "/") else { return false }
    var elements = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    if elements.last == "*" { elements.removeLast() }
    return elements.allSatisfy { element in
      !element.isEmpty
        && element.utf8.allSatisfy { byte in
          (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "_")
        }
    }
  }
}
