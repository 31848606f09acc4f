// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory
import VaultProtocol

/// Shows the recovery key on the terminal until the user has written it down, then clears the screen and asks for two of its groups.
package struct RecoveryKeyOnScreen {
  private static let groupCount = 14
  /// The number of times that the user may look at the key again.
  private static let tries = 5
  // The alternate screen has no history; it is cleared before and after.
  private static let enter = "\u{1B}[?1049h\u{1B}[2J\u{1B}[H"
  private static let wipe = "\u{1B}[2J\u{1B}[H"
  private static let leave = "\u{1B}[2J\u{1B}[?1049l"

  let terminal: Dialogue

  /// - Throws: `recoveryKeyNotConfirmed` if the user ends the input or repeatedly types other groups.
  func show(_ key: SharedSecret, _ kit: VaultAnswer.RecoveryKit) throws(CommandFailure) {
    let keeper = TerminalKeeper(leaving: Self.leave + Presenter.recoveryKeyNotConfirmed)
    terminal.say(Self.enter)
    defer {
      terminal.say(Self.leave)
      keeper.release()
    }
    var note = ""
    for _ in 0..<Self.tries {
      terminal.say([
        .text(note + Presenter.recoveryKeyHeading(kit)), .secret(key), .text("\n" + RecoveryKitPage.numbers + Presenter.recoveryKeyOnPaper),
      ])
      guard terminal.ask("") != nil else { throw .recoveryKeyNotConfirmed }
      terminal.say(Self.wipe)
      let groups = (0..<Self.groupCount).shuffled().prefix(2).sorted()
      var isRight = true
      for group in groups {
        guard let typed = terminal.askForSecret(Presenter.recoveryKeyGroup(group + 1)) else { throw .recoveryKeyNotConfirmed }
        if !Self.isGroup(group, of: key, typed) { isRight = false }
      }
      terminal.say(Self.wipe)
      if isRight { return }
      note = Presenter.recoveryKeyGroupsDiffer
    }
    throw .recoveryKeyNotConfirmed
  }

  /// Whether the typed text is one group of the key, ignoring case, spaces and hyphens.
  package static func isGroup(_ group: Int, of key: SharedSecret, _ typed: SharedSecret) -> Bool {
    let letters = typed.withBytes { bytes in
      bytes.filter { $0 > 0x20 && $0 != UInt8(ascii: "-") }.map { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") ? $0 - 0x20 : $0 }
    }
    return key.withBytes { Array($0.dropFirst(group * 5).prefix(4)) == letters }
  }
}
