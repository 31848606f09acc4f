// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

/// The words of the live list.
struct WatchWords {
  let isUnicode: Bool

  var loading: String { translated("Asking the vault…").asciiUnless(isUnicode) }
  var locked: [String] { [translated("The vault is locked. Codes are hidden."), translated("Press Enter to unlock it, Esc to quit.")] }
  var empty: [String] { [translated("No one-time codes yet."), translated("Set up the first: passfold add code")] }
  var nothingFits: [String] { [translated("No account matches the search. Esc clears it.")] }
  var waiting: String { "…".asciiUnless(isUnicode) }
  var next: String { translated("next") }
  var useOnce: String { translated("use once") }
  var tooNarrow: String { translated("too narrow") }

  func failed(_ reason: String) -> [String] {
    [reason.prefix(1).uppercased() + reason.dropFirst() + ".", translated("Press Enter to try again, Esc to quit.")]
  }

  func search(_ text: String) -> String { text.isEmpty ? translated("Type to search") : translated("Search: \(text)") }

  func count(shown: Int, of all: Int, isSearching: Bool) -> String {
    isSearching ? translated("\(shown) of \(all)") : translated(all, one: "\(all) code", other: "\(all) codes")
  }

  func pressEnter(isWide: Bool) -> String { isWide ? translated("press Enter for a code") : translated("Enter: a code") }

  /// The time left in at most six columns; `!` marks a short time.
  func seconds(_ seconds: Double, isSoonOver: Bool) -> String {
    let whole = Int(min(max(0, seconds), 864_000).rounded(.up))
    if whole >= 6_000 { return "\(whole / 3_600) h" }
    if whole >= 600 { return "\(whole / 60) min" }
    return (isSoonOver ? "! " : "") + "\(whole) s"
  }

  func keys(_ access: WatchModel.Access, isSearching: Bool, columns: Int) -> String {
    guard access == .open else { return translated("Esc quits") }
    let escape = isSearching ? translated("Esc clears") : translated("Esc quits")
    return columns >= 60
      ? translated("Enter copies   \(isUnicode ? "↑ ↓" : translated("Up Down")) choose   \(escape)   ? help")
      : translated("Enter copies  \(escape)  ? help")
  }

  func help(columns: Int) -> [String] {
    [
      translated("Enter       copies the code, or makes the next one of a counter"), translated("letters     search titles and accounts"),
      translated("Up, Down, PageUp, PageDown, Home, End"), translated("Backspace   deletes a letter; Ctrl-U deletes all"),
      translated("Esc         clears the search, then quits"),
      translated("Ctrl-L      redraws the screen"), translated("Ctrl-Z      suspends the list"), "",
      translated("!  expires in less than 5 seconds"),
      translated("*  not confirmed yet: passfold confirm"), "", translated("? or Esc    back"),
    ]
  }

  /// The selected row, spelled out.
  func detail(_ row: WatchRow, compensation: Double?) -> String {
    var text = row.account.isEmpty ? row.title : "\(row.title), \(row.account)"
    if row.isPending { text = translated("\(text): not confirmed yet") }
    if let compensation { text = translated("\(text) (clock corrected by \(Int(compensation.rounded())) s)") }
    return text
  }
}

extension String {
  fileprivate func asciiUnless(_ isUnicode: Bool) -> String { isUnicode ? self : replacing("…", with: "...") }
}
