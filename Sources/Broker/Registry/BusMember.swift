// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// One method that a provider declares to call, or one signal that it declares to receive, of a program on the session bus.
package struct BusMember: Sendable, Hashable {
  /// The kinds of member.
  package enum Kind: String, Sendable {
    /// Called by the provider.
    case method
    /// Received by the provider.
    case signal
  }

  /// Whether it is called or received.
  package let kind: Kind
  /// The full name: `INTERFACE.MEMBER`.
  package let name: String
  /// The object that has it: a path, or one ending in `/*` for everything below.
  package let object: String
  /// The purpose stated by the provider's author, on one line.
  package let purpose: String

  /// Creates a member.
  package init(_ kind: Kind, _ name: String, of object: String, purpose: String) {
    (self.kind, self.name, self.object) = (kind, name, object)
    self.purpose = DisplayText.line(purpose)
  }

  /// Its part of ``ProviderAccess/agreement``.
  var agreement: String { "\(kind.rawValue) \(name) \(object) \(purpose)" }
}

extension BusMember {
  /// The maximum number of members of one name.
  static let limit = 32

  /// Parses one entry of the property list; nil for one that may not be declared for the name.
  init?(_ kind: Kind, _ declared: ProviderInformation.DeclaredMember, at open: OpenBusName) {
    let names = kind == .method ? open.methods : open.signals
    guard names.contains(declared.Name), Self.isObject(declared.Object, below: open.root),
      !DisplayText.line(declared.Purpose).allSatisfy(\.isWhitespace)
    else { return nil }
    self.init(kind, declared.Name, of: declared.Object, purpose: declared.Purpose)
  }

  /// Whether a text is the path of an object at or below a root, with or without `/*` at its end (D-Bus specification, "Valid Object
  /// Paths").
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
