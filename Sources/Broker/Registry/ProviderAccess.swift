// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// One of the user's resources that a provider declares (`PassfoldProviderAccess`); it is mounted in its sandbox once the user has agreed.
package struct ProviderAccess: Sendable, Hashable {
  /// The kind of resource.
  package enum Kind: String, Sendable {
    /// A Unix socket.
    case socket
    /// A folder with all of its contents.
    case folder
    /// One file.
    case file
    /// One program outside the system's folders, to run inside the sandbox.
    case program
    /// The value of one of the session's variables.
    case variable
    /// A program on the session bus, of which only the declared members are accessible.
    case bus
  }

  /// The kind of resource.
  package let kind: Kind
  /// The provider's name for it; the path is in the variable `PASSFOLD_ACCESS_NAME`.
  package let name: String
  /// The declared path, with variables; for a variable its name, for a program on the bus its well-known name.
  package let path: String
  /// The purpose stated by the provider's author, on one line.
  package let purpose: String
  /// Whether the provider may change it.
  package let isWritable: Bool
  /// The members of a program on the bus that a provider may use; empty for everything else.
  package let members: [BusMember]
  /// The absolute path in this session; nil if a variable of the path is not set, or the place is forbidden for every provider.
  package private(set) var place: String?

  /// Creates a declaration without a path in the session.
  package init(kind: Kind, name: String, path: String, purpose: String, isWritable: Bool = false, members: [BusMember] = []) {
    (self.kind, self.name, self.path, self.isWritable, self.members) = (kind, name, path, isWritable, members)
    self.purpose = DisplayText.line(purpose)
  }

  /// Returns the declaration with its path in a session.
  package func placed(in surroundings: AccessSurroundings) -> ProviderAccess {
    var placed = self
    placed.place = kind == .variable || kind == .bus ? path : surroundings.place(of: path)
    return placed
  }

  /// Lines that change whenever the declaration or its path changes; the first describes the resource, the others its members.
  var agreement: String {
    let thing = "\(kind.rawValue) \(name) \(isWritable ? "rw" : "ro") \(place ?? "-") \(path) \(purpose)"
    return ([thing] + members.map(\.agreement)).joined(separator: "\n")
  }

  /// The environment variable with the path for the provider's process.
  package var variable: String { "PASSFOLD_ACCESS_" + name.uppercased() }
}

extension ProviderAccess {
  /// The maximum number of declarations of a provider.
  static let limit = 16

  /// Parses one entry of the property list; nil for an invalid one.
  init?(_ declared: ProviderInformation.DeclaredAccess) {
    guard let kind = Kind(rawValue: declared.Kind), Self.isName(declared.Name), declared.Path.utf8.count <= 512,
      Self.mayBeDeclared(declared.Path, as: kind), let members = Self.members(declared, of: kind),
      !DisplayText.line(declared.Purpose).allSatisfy(\.isWhitespace)
    else { return nil }
    let isWritable = declared.Writable?.isTrue ?? false
    // Sockets and bus programs are only communicated with, and providers may not change programs and variables.
    guard !isWritable || kind == .folder || kind == .file else { return nil }
    self.init(kind: kind, name: declared.Name, path: declared.Path, purpose: declared.Purpose, isWritable: isWritable, members: members)
  }

  private static func mayBeDeclared(_ path: String, as kind: Kind) -> Bool {
    switch kind {
    case .variable: isOpenVariable(path)
    case .bus: OpenBusName.named(path) != nil
    case .socket, .folder, .file, .program: AccessSurroundings.isPath(path)
    }
  }

  /// Returns the declared members; nil if one of them is forbidden, if there are none for a bus, or any for anything else.
  private static func members(_ declared: ProviderInformation.DeclaredAccess, of kind: Kind) -> [BusMember]? {
    let (methods, signals) = (declared.Methods ?? [], declared.Signals ?? [])
    guard kind == .bus, let open = OpenBusName.named(declared.Path) else { return methods.isEmpty && signals.isEmpty ? [] : nil }
    let members =
      methods.compactMap { BusMember(.method, $0, at: open) } + signals.compactMap { BusMember(.signal, $0, at: open) }
    guard members.count == methods.count + signals.count, !methods.isEmpty, members.count <= BusMember.limit else { return nil }
    return members
  }

  private static func isName(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count) && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
  }

  /// Whether a variable affects neither how the process is started nor its own location.
  private static func isOpenVariable(_ name: String) -> Bool {
    AccessSurroundings.isVariable(name) && !["HOME", "CFFIXED_USER_HOME", "PATH"].contains(name)
      && !["LD_", "PASSFOLD_", "DBUS_"].contains { name.hasPrefix($0) }
  }
}
