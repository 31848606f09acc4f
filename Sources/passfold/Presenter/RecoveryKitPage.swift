// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory
import Translations
package import VaultProtocol

/// The recovery kit as a file for printing: a text, or an A4 page as SVG with the key as a QR code as well.
package enum RecoveryKitPage {
  private static let title = translated("Passfold recovery kit")
  private static let uses = [
    translated("This key opens the vault if you forget the passphrase: passfold recover"),
    translated("If you have other devices: passfold devices recover PLACE --account NUMBER"),
    translated("It works once: a recovery creates a new key, and this paper is then worthless."),
    translated("Anyone who has it and your computer can open the vault. Keep it away from the computer."),
    translated("Without the key and without the passphrase nobody can open the vault."),
  ]

  /// The kit as plain text.
  package static func text(_ kit: VaultAnswer.RecoveryKit, _ key: SharedSecret) -> [OutputPiece] {
    let labels = [translated("Account"), translated("Created"), translated("Key")]
    let width = (labels.map(TextWidth.columns).max() ?? 0) + 2
    let (account, made, secret) = (
      TextWidth.padded(labels[0], to: width), TextWidth.padded(labels[1], to: width), TextWidth.padded(labels[2], to: width)
    )
    return [
      .text("\(title)\n\n\(account)\(Self.account(kit))\n\(made)\(Presenter.day(kit.made))\n\(secret)"), .secret(key),
      .text("\n" + String(repeating: " ", count: width) + numbers + "\n\n" + uses.joined(separator: "\n") + "\n"),
    ]
  }

  /// The kit as a page; `symbol` is an SVG element that begins with `<svg`.
  package static func picture(_ kit: VaultAnswer.RecoveryKit, _ key: SharedSecret, symbol: SharedSecret) -> [OutputPiece] {
    let lines = uses.enumerated().map { number, line in "<text x=\"20\" y=\"\(200 + 8 * number)\" font-size=\"4\">\(line)</text>" }
    return [
      .text(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 210 297" font-family="sans-serif">
        <title>\(title)</title><path fill="#fff" d="M0 0h210v297H0z"/>
        <text x="20" y="30" font-size="9">\(title)</text>
        <text x="20" y="45" font-size="4.5">\(translated("Account")) \(account(kit))</text>
        <text x="20" y="53" font-size="4.5">\(translated("Created")) \(Presenter.day(kit.made))</text>

        """)
    ] + rows(of: key) + [
      .text("<svg x=\"60\" y=\"95\" width=\"90\" height=\"90\""), .secret(symbol.withBytes { SharedSecret(copying: $0.dropFirst(4)) }),
      .text("\n" + lines.joined(separator: "\n") + "\n</svg>\n"),
    ]
  }

  /// The groups' numbers, each below the beginning of its group in a line of all fourteen.
  package static let numbers =
    (1...13).map { TextWidth.padded(String($0), to: 5) }.joined() + "14"

  /// The key in two lines of seven groups with their numbers, since it is typed from paper. Every typeface gets the same places.
  private static func rows(of key: SharedSecret) -> [OutputPiece] {
    let step = 21.0
    return (0..<2).flatMap { row -> [OutputPiece] in
      let groups = key.withBytes { SharedSecret(copying: $0.dropFirst(row * 35).prefix(34)) }
      let numbers = (0..<7).map { place in
        "<text x=\"\(20 + step * Double(place))\" y=\"\(66 + 15 * row)\" font-size=\"3.2\" fill=\"#555\">\(row * 7 + place + 1)</text>\n"
      }
      let size = "font-size=\"7\" font-family=\"monospace\" textLength=\"\(step * 34 / 5)\" lengthAdjust=\"spacing\""
      return [.text(numbers.joined() + "<text x=\"20\" y=\"\(72.5 + 15 * Double(row))\" \(size)>"), .secret(groups), .text("</text>\n")]
    }
  }

  /// The account number in groups of four digits.
  package static func account(_ kit: VaultAnswer.RecoveryKit) -> String {
    let digits = Array(kit.account.filter(\.isHexDigit))
    return stride(from: 0, to: digits.count, by: 4).map { String(digits[$0..<min($0 + 4, digits.count)]) }.joined(separator: " ")
  }
}
