// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import VaultProtocol

/// Sends a file to the vault in parts and has the vault import it. Nothing is stored before the import is applied.
@MainActor
final class ImportRun {
  /// The progress of an import.
  enum State: Sendable {
    /// The number of bytes sent, and the total; they are equal while the vault reads the file.
    case sending(Int, of: Int)
    case read(VaultAnswer.ImportReport)
    case stored(VaultAnswer.ImportReport)
    case undone(VaultAnswer.ImportUndone)
    /// It failed, with a message for the user.
    case failed(String)
  }

  /// A dedicated conversation: closing it makes the vault discard what it has read.
  private let conversation = VaultConversation()
  private let hear: @MainActor (State) -> Void
  private var files: [any SentSource] = []
  private var transfer: String?
  private var run = 0
  /// Whether the vault is storing or undoing the import, and whether the result is no longer wanted.
  private var (isStoring, isLeft) = (false, false)

  init(hear: @escaping @MainActor (State) -> Void) { self.hear = hear }

  /// Sends a file and then, for a KeePass database, its key file.
  func send(_ file: any SentSource, keyFile: ChosenFile?) {
    run += 1
    files = [file]
    if let keyFile { files.append(keyFile) }
    hear(.sending(0, of: file.byteCount))
    ask(.init(.begin, bytes: file.byteCount, keyFileBytes: keyFile?.byteCount)) { [weak self] state in self?.go(on: state, sent: 0) }
  }

  /// Has the vault store what was read, all of it or nothing.
  ///
  /// - Parameters:
  ///   - differing: `mine`, `theirs` or `both`, for entries whose version in the vault differs.
  ///   - choices: The same for individual entries, by their places.
  func apply(differing: String, choices: [String: String]) {
    guard let transfer else { return }
    isStoring = true
    ask(.init(.apply, transfer: transfer, differing: differing, choices: choices.isEmpty ? nil : choices)) { [weak self] state in
      guard let self, let report = state.report else { return }
      self.transfer = nil
      self.hear(.stored(report))
    }
  }

  /// Undoes the last import, even if another window made it.
  func undo() {
    run += 1
    isStoring = true
    ask(.init(.undo)) { _ in }
  }

  /// Abandons the current operation.
  func end() {
    run += 1
    files = []
    transfer = nil
  }

  /// Abandons the current operation, in the vault too; an import that is already being stored completes.
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
