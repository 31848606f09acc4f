// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// One thing of the person's that a provider declares to reach (`PassfoldProviderAccess`): bound in its sandbox once the person has agreed.
package struct ProviderAccess: Sendable, Hashable {
  /// What is reached.
  package enum Kind: String, Sendable {
    /// A Unix socket.
    case socket
    /// A folder with everything in it.
    case folder
    /// One file.
    case file
    /// One program outside the system's folders, to run inside the sandbox.
    case program
    /// The value of one of the session's variables.
    case variable
    /// A program on the session's bus, of which it has the declared members alone.
    case bus
  }

  /// What is reached.
  package let kind: Kind
  /// What the provider calls it; it finds the place in its variable `PASSFOLD_ACCESS_NAME`.
  package let name: String
  /// The place as declared, with variables; for a variable its name, for a program on the bus its well-known name.
  package let path: String
  /// What the provider's author says it is for, as one line.
  package let purpose: String
  /// Whether the provider may change it.
  package let isWritable: Bool
  /// What a provider may call and hear of a program on the bus; empty for everything else.
  package let members: [BusMember]
  /// The absolute place in this session; nil where a variable of the path is not set, or the place is closed to every provider.
  package private(set) var place: String?

  /// Describes what is declared, without a place.
  package init(kind: Kind, name: String, path: String, purpose: String, isWritable: Bool = false, members: [BusMember] = []) {
    (self.kind, self.name, self.path, self.isWritable, self.members) = (kind, name, path, isWritable, members)
    self.purpose = DisplayText.line(purpose)
  }

  /// The same with its place in a session.
  package func placed(in surroundings: AccessSurroundings) -> ProviderAccess {
    var placed = self
    placed.place = kind == .variable || kind == .bus ? path : surroundings.place(of: path)
    return placed
  }

  /// Lines that are others whenever anything about the declaration or its place is; the first says the thing, the rest its members.
  var agreement: String {
    let thing = "\(kind.rawValue) \(name) \(isWritable ? "rw" : "ro") \(place ?? "-") \(path) \(purpose)"
    return ([thing] + members.map(\.agreement)).joined(separator: "\n")
  }

  /// The variable that names the place to the provider's process.
  package var variable: String { "PASSFOLD_ACCESS_" + name.uppercased() }
}

extension ProviderAccess {
  /// The most that a provider may declare.
  static let limit = 16

  /// Reads one entry of the property list; nil for one that cannot be meant.
  init?(_ declared: ProviderInformation.DeclaredAccess) {
    guard let kind = Kind(rawValue: declared.Kind), Self.isName(declared.Name), declared.Path.utf8.count <= 512,
      Self.mayBeDeclared(declared.Path, as: kind), let members = Self.members(declared, of: kind),
      !DisplayText.line(declared.Purpose).allSatisfy(\.isWhitespace)
    else { return nil }
    let isWritable = declared.Writable?.isTrue ?? false
    // A socket and a program on the bus are spoken to; another program and a variable are not the provider's to change.
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

  /// The declared members; nil where one of them is closed, where there is none for a bus, and where there are any for anything else.
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

  /// The name of a variable that steers neither how the process is started nor where it believes to be.
  private static func isOpenVariable(_ name: String) -> Bool {
    AccessSurroundings.isVariable(name) && !["HOME", "CFFIXED_USER_HOME", "PATH"].contains(name)
      && !["LD_", "PASSFOLD_", "DBUS_"].contains { name.hasPrefix($0) }
  }
}
