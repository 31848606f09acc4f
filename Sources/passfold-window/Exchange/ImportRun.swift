// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import VaultProtocol

/// Carries a file to the vault part by part, and has the vault take in what is in it. Nothing is stored before it is applied.
@MainActor
final class ImportRun {
  /// How far it is.
  enum State: Sendable {
    /// So many bytes of so many are there; all of them while the vault reads.
    case sending(Int, of: Int)
    case read(VaultAnswer.ImportReport)
    case stored(VaultAnswer.ImportReport)
    case undone(VaultAnswer.ImportUndone)
    /// It was not done, with the words for it.
    case failed(String)
  }

  /// One of its own: with it the vault lets go of what it has read.
  private let conversation = VaultConversation()
  private let hear: @MainActor (State) -> Void
  private var files: [any SentSource] = []
  private var transfer: String?
  private var run = 0
  /// Whether the vault is storing it or taking it back, and whether nobody waits for that any more.
  private var (isStoring, isLeft) = (false, false)

  init(hear: @escaping @MainActor (State) -> Void) { self.hear = hear }

  /// Sends a file, and behind it the key file of a KeePass database.
  func send(_ file: any SentSource, keyFile: ChosenFile?) {
    run += 1
    files = [file]
    if let keyFile { files.append(keyFile) }
    hear(.sending(0, of: file.byteCount))
    ask(.init(.begin, bytes: file.byteCount, keyFileBytes: keyFile?.byteCount)) { [weak self] state in self?.go(on: state, sent: 0) }
  }

  /// Has what was read stored, all of it or nothing.
  ///
  /// - Parameters:
  ///   - differing: `mine`, `theirs` or `both`, for each entry that the vault has otherwise.
  ///   - choices: The same for single ones, by their places.
  func apply(differing: String, choices: [String: String]) {
    guard let transfer else { return }
    isStoring = true
    ask(.init(.apply, transfer: transfer, differing: differing, choices: choices.isEmpty ? nil : choices)) { [weak self] state in
      guard let self, let report = state.report else { return }
      self.transfer = nil
      self.hear(.stored(report))
    }
  }

  /// Takes the last import back, this window's or another's.
  func undo() {
    run += 1
    isStoring = true
    ask(.init(.undo)) { _ in }
  }

  /// Lets go of what is under way.
  func end() {
    run += 1
    files = []
    transfer = nil
  }

  /// Lets go of it, and so does the vault; what is being stored is stored all the same.
  func leave() {
    end()
    isLeft = true
    if !isStoring { conversation.end() }
  }

  private func go(on state: VaultAnswer.ImportState, sent: Int) {
    if let report = state.report {
      files = []
      transfer = state.transfer
      return hear(.read(report))
    }
    guard let transfer = state.transfer, let file = files.first else { return hear(.failed(VaultWords.silentNext)) }
    let left = file.byteCount - sent
    guard let part = file.next(min(left, VaultCall.TransferQuery.partByteCount)) else {
      end()
      return hear(.failed(ImportWords.unreadable))
    }
    let done = sent + part.byteCount
    let next = done == file.byteCount ? 0 : done
    if next == 0 { files.removeFirst() }
    hear(.sending(done, of: file.byteCount))
    ask(.init(.part, transfer: transfer), part) { [weak self] state in self?.go(on: state, sent: next) }
  }

  private func ask(
    _ step: VaultCall.ImportStep, _ secret: SharedSecret? = nil, _ next: @escaping @MainActor @Sendable (VaultAnswer.ImportState) -> Void
  ) {
    let asked = run
    conversation.ask(.importStep(step), secret: secret) { [self] reply in
      isStoring = false
      if isLeft { return conversation.end() }
      guard run == asked else { return }
      switch reply {
      case .answer(.importing(let state), _): next(state)
      case .answer(.importUndone(let undone), _): self.hear(.undone(undone))
      case .failure(let failure):
        self.end()
        self.hear(.failed(VaultFailureWords.text(failure)))
      default:
        self.end()
        self.hear(.failed("\(VaultWords.silent). \(VaultWords.silentNext)"))
      }
    }
  }
}
