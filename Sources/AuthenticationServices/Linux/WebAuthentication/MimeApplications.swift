// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The text of `mimeapps.list`, in which a person's programs for kinds of content are kept (XDG, "Association between MIME types and
/// applications" 1.0).
package struct MimeApplications: Hashable, Sendable {
  /// The file's text.
  package private(set) var text: String

  private static let group = "[Default Applications]"

  /// Takes a file's text; empty for a file that is missing.
  package init(text: String) {
    self.text = text
  }

  /// The desktop files that are to open a kind of content, best first, as the file has them.
  package func defaults(for type: String) -> String? {
    var isInGroup = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("[") { isInGroup = line == Self.group }
      if isInGroup, let value = Self.value(of: type, in: line) { return value }
    }
    return nil
  }

  /// Has a desktop file open a kind of content before those that do already, which keep their order behind it.
  package mutating func putFirst(_ file: String, for type: String) {
    setDefaults(([file] + files(for: type).filter { $0 != file }).joined(separator: ";"), for: type)
  }

  /// Has the desktop files that are meant open a kind of content no more; without another the entry goes.
  package mutating func remove(from type: String, where isMeant: (String) -> Bool) {
    let files = files(for: type)
    let rest = files.filter { !isMeant($0) }
    if rest.count < files.count { setDefaults(rest.isEmpty ? nil : rest.joined(separator: ";"), for: type) }
  }

  private func files(for type: String) -> [String] { (defaults(for: type) ?? "").split(separator: ";").map(String.init) }

  /// Nil removes the entry. Every other line stays as it is.
  private mutating func setDefaults(_ files: String?, for type: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var isInGroup = false
    var groupStart: Int?
    lines = lines.enumerated().compactMap { index, line in
      if line.hasPrefix("[") {
        isInGroup = line == Self.group
        if isInGroup, groupStart == nil { groupStart = index }
      }
      return isInGroup && Self.value(of: type, in: Substring(line)) != nil ? nil : line
    }
    if let files {
      let entry = type + "=" + files
      if let groupStart {
        lines.insert(entry, at: groupStart + 1)
      } else {
        if lines.last?.isEmpty == true { lines.removeLast() }
        lines += [Self.group, entry, ""]
      }
    }
    text = lines.joined(separator: "\n")
  }

  private static func value(of type: String, in line: Substring) -> String? {
    guard line.hasPrefix(type) else { return nil }
    let rest = line.dropFirst(type.count).drop { $0 == " " }
    return rest.first == "=" ? String(rest.dropFirst().drop { $0 == " " }) : nil
  }
}
