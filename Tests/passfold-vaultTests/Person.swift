// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import CredentialVault
import CredentialCryptography
import Foundation
import SecretMemory
import Synchronization
import passfold_vault

/// A user who answers prompts from a list and records them; an unexpected prompt is cancelled.
final class Person: Sendable {
  enum Answer: Sendable { case types(String), waits(String), says(Bool), cancels }

  private let state = Mutex(
    (answers: [Answer](), passphraseQuestions: [PassphraseQuestion](), confirmations: [ConfirmationQuestion](), isWaiting: true))

  init(_ answers: [Answer] = []) { state.withLock { $0.answers = answers } }

  func will(_ answers: Answer...) { state.withLock { $0.answers += answers } }

  /// Lets answers that wait continue.
  func stopWaiting() { state.withLock { $0.isWaiting = false } }

  var passphraseQuestions: [PassphraseQuestion] { state.withLock { $0.passphraseQuestions } }
  var confirmations: [ConfirmationQuestion] { state.withLock { $0.confirmations } }

  var prompt: SessionPrompt { prompt(hasDisplay: true) }

  func prompt(hasDisplay: Bool) -> SessionPrompt {
    SessionPrompt(
      passphrase: { [self] question, _, shown throws(PassphrasePromptError) in
        let answer = state.withLock { state in
          state.passphraseQuestions.append(question)
          return state.answers.isEmpty ? Answer.cancels : state.answers.removeFirst()
        }
        shown()
        if case .waits(let text) = answer {
          while !Task.isCancelled, state.withLock({ $0.isWaiting }) { await Task.yield() }
          if Task.isCancelled { throw PassphrasePromptError(.canceled) }
          return SecretBytes(copying: text.utf8)
        }
        guard case .types(let text) = answer else { throw PassphrasePromptError(.canceled) }
        return SecretBytes(copying: text.utf8)
      },
      confirm: { [self] question throws(PassphrasePromptError) in
        let answer = state.withLock { state in
          state.confirmations.append(question)
          return state.answers.isEmpty ? Answer.cancels : state.answers.removeFirst()
        }
        if case .says(let yes) = answer { return yes }
        return false
      }, hasDisplay: hasDisplay)
  }
}

/// A clock that the test advances; sleepers wake when their time has come.
final class ManualTime: Sendable {
  private struct State {
    var now = ContinuousClock.now
    var sleepers: [(due: ContinuousClock.Instant, wake: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  var time: SessionTime {
    SessionTime(
      now: { [self] in state.withLock { $0.now } },
      sleep: { [self] due in
        await withCheckedContinuation { wake in
          let isOver = state.withLock { state in
            if due <= state.now { return true }
            state.sleepers.append((due, wake))
            return false
          }
          if isOver { wake.resume() }
        }
      })
  }

  var isSomebodyAsleep: Bool { state.withLock { !$0.sleepers.isEmpty } }

  func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      defer { state.sleepers.removeAll { $0.due <= now } }
      return state.sleepers.filter { $0.due <= now }
    }
    for sleeper in due { sleeper.wake.resume() }
  }
}

/// A session over a separate vault folder.
struct Household {
  let folder = FileManager.default.temporaryDirectory.appending(path: "passfold-session-\(UUID().uuidString)")
  let person = Person()
  let manual = ManualTime()
  let session: VaultSession

  static let passphrase = "quartz violin meadow"
  /// The date of all events; the vault's clock stands still.
  static let today = Date(timeIntervalSince1970: 1_800_000_000)

  /// The vault's environment; its clock stands still.
  let environment: VaultEnvironment

  init(hasDisplay: Bool = true, chip: SealingChip = SealingChip(path: "/dev/null/none")) {
    environment = VaultEnvironment(now: { Self.today }, cost: .floor, chip: chip)
    session = VaultSession(
      folder: folder.appending(path: "vault"), environment: environment,
      prompt: person.prompt(hasDisplay: hasDisplay),
      time: manual.time)
  }

  /// Creates the vault, which is the first prompt.
  func settle() async throws {
    person.will(.types(Self.passphrase))
    _ = try await session.create()
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }
}
