// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// An argument in a desktop file's key `Exec` (freedesktop.org, "Desktop Entry Specification" 1.5, "The Exec key").
package enum ExecArgument {
  /// Returns the text to write in the key, quoted only if necessary. Without a desktop that reads the key, `xdg-open` treats the quotes as
  /// part of the program's name.
  package static func text(_ argument: String) -> String {
    let text = argument.replacing("%", with: "%%")
    guard argument.isEmpty || !argument.unicodeScalars.allSatisfy(isPlain) else { return text }
    // Escaped for the quotes, and again as every value in a desktop file.
    return "\"" + text.map { #"\"`$"#.contains($0) ? (#"\"# + String($0)).replacing(#"\"#, with: #"\\"#) : String($0) }.joined() + "\""
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "/", ".", "_", "-", "+", ",", ":", "@", "=", "%": true
    default: false
    }
  }
}
