// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What the live list says.
struct WatchWords {
  let isUnicode: Bool

  var loading: String { "Asking the vault…".asciiUnless(isUnicode) }
  var locked: [String] { ["The vault is locked. Codes are hidden.", "Press Enter to unlock it, Esc to leave."] }
  var empty: [String] { ["No one-time codes yet.", "Set some up: passfold add code"] }
  var nothingFits: [String] { ["No account fits the search. Esc clears it."] }
  var waiting: String { "…".asciiUnless(isUnicode) }
  var next: String { "next" }
  var useOnce: String { "use once" }
  var tooNarrow: String { "too narrow" }

  func failed(_ reason: String) -> [String] {
    [reason.prefix(1).uppercased() + reason.dropFirst() + ".", "Press Enter to try again, Esc to leave."]
  }

  func search(_ text: String) -> String { text.isEmpty ? "Type to search" : "Search: \(text)" }

  func count(shown: Int, of all: Int, isSearching: Bool) -> String {
    isSearching ? "\(shown) of \(all)" : DurationWords.count(all, "code")
  }

  func pressEnter(isWide: Bool) -> String { isWide ? "press Enter for a code" : "Enter: a code" }

  /// The time left in at most six columns; `!` says that it is short.
  func seconds(_ seconds: Double, isSoonOver: Bool) -> String {
    let whole = Int(min(max(0, seconds), 864_000).rounded(.up))
    if whole >= 6_000 { return "\(whole / 3_600) h" }
    if whole >= 600 { return "\(whole / 60) min" }
    return (isSoonOver ? "! " : "") + "\(whole) s"
  }

  func keys(_ access: WatchModel.Access, isSearching: Bool, columns: Int) -> String {
    guard access == .open else { return "Esc leaves" }
    let escape = isSearching ? "Esc clears" : "Esc leaves"
    return columns >= 60
      ? "Enter copies   \(isUnicode ? "↑ ↓" : "Up Down") choose   \(escape)   ? help" : "Enter copies  \(escape)  ? help"
  }

  func help(columns: Int) -> [String] {
    [
      "Enter       copy the code, or make the next one of a counter", "letters     search titles and accounts",
      "Up, Down, PageUp, PageDown, Home, End", "Backspace   takes a letter back; Ctrl-U all", "Esc         clears the search, then leaves",
      "Ctrl-L      draws the screen anew", "Ctrl-Z      puts the list aside", "", "!  changes in less than 5 seconds",
      "*  not confirmed yet: passfold confirm", "", "? or Esc    back",
    ]
  }

  /// The selected row spelled out.
  func detail(_ row: WatchRow, compensation: Double?) -> String {
    var text = row.account.isEmpty ? row.title : "\(row.title), \(row.account)"
    if row.isPending { text += ": not confirmed yet" }
    if let compensation { text += " (clock corrected by \(Int(compensation.rounded())) s)" }
    return text
  }
}

extension String {
  fileprivate func asciiUnless(_ isUnicode: Bool) -> String { isUnicode ? self : replacing("…", with: "...") }
}
