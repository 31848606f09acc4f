// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import SecretMemory
import VaultProtocol

/// Delivers the vault's answers to the live list as events of its model.
///
/// A request runs only if it cannot cause a prompt: the vault first reports whether it is unlocked for this terminal.
struct WatchFeed: Sendable {
  private let door: WatchDoor

  init(door: WatchDoor) { self.door = door }

  func refresh(codes: Bool, attended: Bool) async -> WatchModel.Event {
    do throws(CommandFailure) {
      guard case .status(let status) = try await door.ask(.status).answer else { throw .hungUp }
      guard status.state == .unlocked, status.terminalHasGrant else {
        return status.state == .unlocked || status.state == .locked
          ? .foundLocked : .failed(FailureWords(VaultFailure(status.fault ?? .noVault)).message)
      }
      guard codes else { return .confirmedOpen }
      let list = try await CodeListing.all(query: "", withNext: true, unattended: !attended) { call throws(CommandFailure) in
        try await door.ask(call)
      }
      return .listed(list.rows.map(WatchRow.init), ahead: list.ahead)
    } catch {
      return event(for: error)
    }
  }

  func issue(_ record: String) async -> WatchModel.Event {
    do throws(CommandFailure) {
      let (_, secret) = try await door.ask(.code(VaultCall.CodeQuery(query: record)))
      guard let secret else { throw .hungUp }
      return .issued(record: record, code: secret)
    } catch {
      return event(for: error)
    }
  }

  /// Unlocks the vault with its prompt; nothing else may use the terminal meanwhile.
  func unlock() async -> WatchModel.Event {
    do throws(CommandFailure) {
      _ = try await door.ask(.unlock)
      return .confirmedOpen
    } catch {
      return .noticed(FailureWords(error).message)
    }
  }

  private func event(for failure: CommandFailure) -> WatchModel.Event {
    if case .vault(let failure) = failure, [.locked, .wouldAsk].contains(failure.code) { return .foundLocked }
    return .failed(FailureWords(failure).message)
  }
}

/// A connection that is reopened if the vault restarted, with one request at a time, because a conversation has one reader.
actor WatchDoor {
  private typealias Outcome = Result<(answer: VaultAnswer, secret: SharedSecret?), CommandFailure>

  private var door: VaultDoor?
  private var last: Task<Outcome, Never>?

  init(_ door: VaultDoor?) { self.door = door }

  func ask(_ call: VaultCall) async throws(CommandFailure) -> (answer: VaultAnswer, secret: SharedSecret?) {
    let before = last
    let question = Task { () -> Outcome in
      _ = await before?.value
      return await self.answer(to: call)
    }
    last = question
    return try await question.value.get()
  }

  private func answer(to call: VaultCall) async -> Outcome {
    do throws(CommandFailure) {
      let open: VaultDoor
      if let door { open = door } else { open = try await VaultDoor.open() }
      door = open
      return .success(try await open.ask(call, keepsTerminal: false))
    } catch {
      if case .hungUp = error { door = nil }
      return .failure(error)
    }
  }
}

extension WatchRow {
  init(_ row: CodeListing.Row) {
    let issued = row.issued
    var validity: Range<Double>?
    if let from = issued.validFrom, let until = issued.validUntil, from < until { validity = from..<until }
    self.init(
      record: issued.entry.record, title: EntryWords.title(of: issued.entry), account: Presenter.printable(issued.entry.user),
      code: row.code, next: row.next, validity: validity, isPending: issued.entry.pending ?? false)
  }
}
