// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The text of `mimeapps.list`, which stores the user's default programs for content types (XDG, "Association between MIME types and
/// applications" 1.0).
package struct MimeApplications: Hashable, Sendable {
  /// The file's text.
  package private(set) var text: String

  private static let group = "[Default Applications]"

  /// Creates a value from a file's text; pass an empty text if the file is missing.
  package init(text: String) {
    self.text = text
  }

  /// Returns the desktop files for a content type, in order of preference, as written in the file.
  package func defaults(for type: String) -> String? {
    var isInGroup = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("[") { isInGroup = line == Self.group }
      if isInGroup, let value = Self.value(of: type, in: line) { return value }
    }
    return nil
  }

  /// Adds a desktop file for a content type before the existing ones, which keep their order.
  package mutating func putFirst(_ file: String, for type: String) {
    setDefaults(([file] + files(for: type).filter { $0 != file }).joined(separator: ";"), for: type)
  }

  /// Removes the matching desktop files from a content type. If none remain, the entry is removed.
  package mutating func remove(from type: String, where isMeant: (String) -> Bool) {
    let files = files(for: type)
    let rest = files.filter { !isMeant($0) }
    if rest.count < files.count { setDefaults(rest.isEmpty ? nil : rest.joined(separator: ";"), for: type) }
  }

  private func files(for type: String) -> [String] { (defaults(for: type) ?? "").split(separator: ";").map(String.init) }

  /// Sets the entry; nil removes it. All other lines remain unchanged.
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
