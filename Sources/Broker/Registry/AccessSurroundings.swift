// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Where declared places lie in a session, and what no provider reaches whatever it declares.
package struct AccessSurroundings: Sendable {
  /// The session's variables.
  let variable: @Sendable (String) -> String?
  /// Passfold's own folders.
  let own: [String]

  /// A session without variables: no place can be named by one.
  package static let none = AccessSurroundings(variable: { _ in nil }, own: [])

  /// Describes a session.
  ///
  /// - Parameters:
  ///   - variable: The session's variables.
  ///   - own: Passfold's runtime, data and configuration folders.
  package init(variable: @escaping @Sendable (String) -> String?, own: [String]) {
    self.variable = variable
    self.own = own
  }

  /// The absolute place of a declared path (`/…`, `$NAME/…`, `${NAME:-…}/…`); nil where a variable has no absolute path, and for a place that
  /// is closed.
  func place(of path: String) -> String? { expanded(path).flatMap { isOpen($0) ? $0 : nil } }

  private func expanded(_ path: String) -> String? {
    guard let parts = Self.parts(of: path) else { return nil }
    guard let name = parts.variable else { return Self.normal(path) }
    let value = variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } ?? parts.otherwise.flatMap(expanded)
    return value.map { Self.normal($0 + parts.rest) }
  }

  /// Whether a provider may be shown an absolute place: none that holds a whole home, session or system, none of the kernel's, and neither
  /// Passfold's own folders nor what they lie in.
  package func isOpen(_ place: String) -> Bool {
    let around = ["HOME", "XDG_RUNTIME_DIR"].compactMap { variable($0) }.map(Self.normal)
    let kernels = ["/proc", "/sys", "/dev"]
    return place.split(separator: "/").count >= 2 && !kernels.contains { Self.lies(place, in: $0) }
      && !around.contains { Self.lies($0, in: place) }
      && !own.map(Self.normal).contains { Self.lies($0, in: place) || Self.lies(place, in: $0) }
  }

  /// Whether a text is a path as a bundle may declare one.
  static func isPath(_ path: String) -> Bool { parts(of: path) != nil }

  /// Whether a text can be the name of a variable.
  static func isVariable(_ name: some StringProtocol) -> Bool {
    (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { (65...90).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "_") }
  }

  private struct Parts {
    var variable: String?
    var otherwise: String?
    var rest: String
  }

  /// Takes a declared path apart; what remains has no component that leads out of it.
  private static func parts(of path: String) -> Parts? {
    guard !path.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f }) else { return nil }
    var parts = Parts(rest: path)
    if path.hasPrefix("${") {
      guard let end = path.firstIndex(of: "}") else { return nil }
      let inner = path[path.index(path.startIndex, offsetBy: 2)..<end]
      guard let colon = inner.firstIndex(of: ":"), inner[colon...].hasPrefix(":-") else { return nil }
      let otherwise = String(inner[inner.index(colon, offsetBy: 2)...])
      // One way out of an unset variable, not a tree of them.
      guard !otherwise.hasPrefix("${"), isPath(otherwise) else { return nil }
      parts = Parts(variable: String(inner[..<colon]), otherwise: otherwise, rest: String(path[path.index(after: end)...]))
    } else if path.hasPrefix("$") {
      let name = path.dropFirst().prefix { $0 != "/" }
      parts = Parts(variable: String(name), rest: String(path.dropFirst(1 + name.count)))
    }
    if let name = parts.variable { guard isVariable(name) else { return nil } }
    let isWhole = parts.rest.isEmpty && parts.variable != nil
    let components = parts.rest.split(separator: "/", omittingEmptySubsequences: false)
    guard isWhole || components.count > 1 && components.first?.isEmpty == true,
      isWhole || components.dropFirst().allSatisfy({ !["", ".", ".."].contains($0) })
    else { return nil }
    return parts
  }

  /// A path without repeated and closing slashes.
  private static func normal(_ path: String) -> String { "/" + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/") }

  private static func lies(_ path: String, in folder: String) -> Bool { path == folder || path.hasPrefix(folder + "/") }
}
