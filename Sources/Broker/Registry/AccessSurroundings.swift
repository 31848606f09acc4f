// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The location of declared places in a session, and the places that no provider may access.
package struct AccessSurroundings: Sendable {
  /// The session's variables.
  let variable: @Sendable (String) -> String?
  /// Passfold's own folders.
  let own: [String]

  /// A session without variables, which cannot be used in paths.
  package static let none = AccessSurroundings(variable: { _ in nil }, own: [])

  /// Creates the surroundings of a session.
  ///
  /// - Parameters:
  ///   - variable: The session's variables.
  ///   - own: Passfold's runtime, data and configuration folders.
  package init(variable: @escaping @Sendable (String) -> String?, own: [String]) {
    self.variable = variable
    self.own = own
  }

  /// Returns the absolute path of a declared path (`/…`, `$NAME/…`, `${NAME:-…}/…`); nil if a variable has no absolute path, and for a
  /// forbidden place.
  func place(of path: String) -> String? { expanded(path).flatMap { isOpen($0) ? $0 : nil } }

  private func expanded(_ path: String) -> String? {
    guard let parts = Self.parts(of: path) else { return nil }
    guard let name = parts.variable else { return Self.normal(path) }
    let value = variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } ?? parts.otherwise.flatMap(expanded)
    return value.map { Self.normal($0 + parts.rest) }
  }

  /// Whether a provider may access an absolute path. Forbidden are complete homes, sessions or systems, the kernel's folders, Passfold's
  /// own folders, and their parents.
  package func isOpen(_ place: String) -> Bool {
    let around = ["HOME", "XDG_RUNTIME_DIR"].compactMap { variable($0) }.map(Self.normal)
    let kernels = ["/proc", "/sys", "/dev"]
    return place.split(separator: "/").count >= 2 && !kernels.contains { Self.lies(place, in: $0) }
      && !around.contains { Self.lies($0, in: place) }
      && !own.map(Self.normal).contains { Self.lies($0, in: place) || Self.lies(place, in: $0) }
  }

  /// Whether a text has the form of a declared path.
  static func isPath(_ path: String) -> Bool { parts(of: path) != nil }

  /// Whether a text is a valid variable name.
  static func isVariable(_ name: some StringProtocol) -> Bool {
    (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { (65...90).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "_") }
  }

  private struct Parts {
    var variable: String?
    var otherwise: String?
    var rest: String
  }

  /// Parses a declared path; the result has no component that leads out of it.
  private static func parts(of path: String) -> Parts? {
    guard !path.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f }) else { return nil }
    var parts = Parts(rest: path)
    if path.hasPrefix("${") {
      guard let end = path.firstIndex(of: "}") else { return nil }
      let inner = path[path.index(path.startIndex, offsetBy: 2)..<end]
      guard let colon = inner.firstIndex(of: ":"), inner[colon...].hasPrefix(":-") else { return nil }
      let otherwise = String(inner[inner.index(colon, offsetBy: 2)...])
      // Allows one fallback for an unset variable, without nesting.
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

  /// Returns a path without repeated and trailing slashes.
  private static func normal(_ path: String) -> String { "/" + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/") }

  private static func lies(_ path: String, in folder: String) -> Bool { path == folder || path.hasPrefix(folder + "/") }
}
