// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalEndpoint
import SecretMemory
import VaultProtocol

/// `passfold code --watch`: the live list, or a line for each new code.
struct Watching {
  let search: String
  let presenter: Presenter
  let isStream: Bool

  func run() async throws {
    if !isStream, !RawTerminal.isCapable { throw CommandFailure.noFullScreen }
    let door = try await VaultDoor.open()
    // The prompt comes before the list takes the terminal, and only once: refreshing never causes one.
    if case .status(let status) = try await door.ask(.status).answer, status.state != .unlocked || !status.terminalHasGrant {
      _ = try await door.ask(.unlock)
    }
    if isStream { return try await stream(WatchDoor(door)) }
    guard let terminal = RawTerminal() else { throw CommandFailure.noFullScreen }
    await WatchSession(
      terminal: terminal, feed: WatchFeed(door: WatchDoor(door)), search: search, clipboard: Clipboard.ofThisSession(),
      usesColor: TerminalOutput.showsColor(descriptor: 1), signs: Self.showsUnicode ? .unicode : .ascii
    ).run()
  }

  /// Prints changes until interrupted, or until nobody reads the output.
  private func stream(_ door: WatchDoor) async throws {
    var last: [String: Double] = [:]
    var isAttended = true
    var isInterrupted = false
    while true {
      var wait = 2.0
      do throws(CommandFailure) {
        let listing = try await CodeListing.all(query: search, withNext: true, unattended: !isAttended) { call throws(CommandFailure) in
          try await door.ask(call)
        }
        isAttended = false
        isInterrupted = false
        for row in listing.rows {
          guard let code = row.code, let from = row.issued.validFrom, last[row.issued.entry.record] != from else { continue }
          last[row.issued.entry.record] = from
          StandardOutput.write(presenter.change(row.issued, code: code, next: row.next, now: listing.time))
        }
        let end = listing.rows.compactMap(\.issued.validUntil).min() ?? listing.time + wait
        wait = min(max(end - listing.time, 0.05), 30)
      } catch {
        // Printed once; the stream continues when the vault is unlocked again.
        if !isInterrupted { StandardOutput.write(presenter.interruption(FailureWords(error), state: error.stateName)) }
        isInterrupted = true
        last = [:]
      }
      try await Task.sleep(for: .seconds(wait))
    }
  }

  /// Whether the session's locale uses UTF-8; the terminal is assumed to match.
  static var showsUnicode: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environmentVariable).first { !$0.isEmpty } ?? ""
    return locale.uppercased().replacing("-", with: "").hasSuffix("UTF8")
  }
}

extension CommandFailure {
  /// The name, for programs, of a vault state without codes.
  fileprivate var stateName: String {
    if case .vault(let failure) = self { return failure.code == .wouldAsk ? "locked" : failure.code.name }
    return "gone"
  }
}
