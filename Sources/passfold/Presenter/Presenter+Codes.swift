// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory
import Translations
package import VaultProtocol

/// The output of `passfold code`.
extension Presenter {
  /// The remaining seconds below which the next code is shown as well.
  package static let shortTime = IssuedCodeNote.shortTime

  /// One code: on its own line, or in JSON with its details.
  package func code(_ issued: VaultAnswer.IssuedCode, code: SharedSecret, next: SharedSecret?) -> [OutputPiece] {
    guard format == .json else { return [.secret(code), .text("\n")] }
    return jsonCode(issued, code: code, next: next) + [.text("\n")]
  }

  /// The codes of all accounts.
  package func codes(_ rows: [(issued: VaultAnswer.IssuedCode, code: SharedSecret?, next: SharedSecret?)], now: Double) -> [OutputPiece] {
    if format == .json {
      let parts = rows.enumerated().flatMap { number, row in
        [.text(number == 0 ? "" : ",")] + jsonCode(row.issued, code: row.code, next: row.next)
      }
      return [.text("[")] + parts + [.text("]\n")]
    }
    guard !rows.isEmpty else { return [.text(translated("There are no one-time codes yet. Set up the first: passfold add code") + "\n")] }
    let cells = rows.map { row -> [String] in
      let left = row.issued.validUntil.map { DurationWords.text(seconds: $0 - now) } ?? translated("on request")
      let user = Self.printable(row.issued.entry.user)
      let account = row.issued.entry.pending == true ? translated("\(user) (not confirmed yet)") : user
      return [left, Self.printable(row.issued.entry.title), account]
    }
    let heading = translated("CODE")
    let width = max(TextWidth.columns(heading), rows.map { $0.code?.byteCount ?? 1 }.max() ?? 0)
    let lines = table([[translated("LEFT"), translated("TITLE"), translated("ACCOUNT")]] + cells).split(
      separator: "\n", omittingEmptySubsequences: true)
    var pieces: [OutputPiece] = [.text(emphasized(TextWidth.padded(heading, to: width + 2)) + (lines.first ?? "") + "\n")]
    for (row, line) in zip(rows, lines.dropFirst()) {
      pieces.append(row.code.map(OutputPiece.secret) ?? .text("-"))
      pieces.append(.text(String(repeating: " ", count: width + 2 - (row.code?.byteCount ?? 1)) + line + "\n"))
    }
    return pieces
  }

  /// The remark next to a code on a terminal.
  package func codeNote(_ issued: VaultAnswer.IssuedCode, now: Double, isNext: Bool) -> String {
    let name = Self.name(of: issued.entry)
    let validity =
      if let from = issued.validFrom, let until = issued.validUntil {
        isNext && from > now
          ? translated("\(name): valid in \(DurationWords.text(seconds: from - now))")
          : translated("\(name): valid for \(DurationWords.text(seconds: until - now))")
      } else {
        translated("\(name): new code from the counter, use it once")
      }
    return (issued.entry.pending == true ? translated("\(validity) (not confirmed yet: passfold confirm)") : validity) + "\n"
  }

  /// The remark that a code may expire before it is used.
  ///
  /// - Parameter next: The next code; nil if the output may be logged.
  package func shortNote(_ issued: VaultAnswer.IssuedCode, now: Double, next: SharedSecret?) -> [OutputPiece] {
    let left = DurationWords.text(seconds: (issued.validUntil ?? now) - now)
    let start = translated("\(Self.name(of: issued.entry)): only \(left) left")
    guard let next else {
      return [.text("passfold: " + translated("note: \(start); passfold code --next prints the next one") + "\n")]
    }
    return [.text(translated("\(start); then ")), .secret(next), .text("\n")]
  }

  /// The remark that the clock may be wrong.
  package static let clockNote =
    translated("note: nothing synchronises this computer's clock; if a code is refused: passfold clock") + "\n"

  /// One line of the stream of `--watch --json` or `--watch --plain`.
  package func change(_ issued: VaultAnswer.IssuedCode, code: SharedSecret, next: SharedSecret?, now: Double) -> [OutputPiece] {
    if format == .json { return jsonCode(issued, code: code, next: next) + [.text("\n")] }
    let left = issued.validUntil.map { translated(", for \(DurationWords.text(seconds: $0 - now))") } ?? ""
    return [.text(Self.name(of: issued.entry) + ": "), .secret(code), .text(left + "\n")]
  }

  /// The line of that stream for a vault that is locked or gone.
  package func interruption(_ words: FailureWords, state: String) -> String {
    format == .json ? json(["state": state, "message": words.message]) : "\(words.message)\n"
  }

  /// A code with its details as one JSON object; the code's characters need no escaping.
  private func jsonCode(_ issued: VaultAnswer.IssuedCode, code: SharedSecret?, next: SharedSecret?) -> [OutputPiece] {
    var pieces: [OutputPiece] = [.text("{")]
    if let code { pieces += [.text("\"code\":\""), .secret(code), .text("\",")] }
    if let next { pieces += [.text("\"nextCode\":\""), .secret(next), .text("\",")] }
    return pieces + [.text(String(json(issued).dropFirst().dropLast()))]
  }
}
