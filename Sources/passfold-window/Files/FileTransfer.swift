// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import VaultProtocol

/// Transfers one file of an entry into or out of the vault, in parts. An incoming file is stored complete with its last part, or not at
/// all.
@MainActor
final class FileTransfer {
  /// The progress of a transfer.
  enum Stage {
    /// The percentage transferred.
    case moving(percent: Int)
    case done
    /// It failed, with a message for the user.
    case failed(String)
  }

  private let conversation: VaultConversation
  private let hear: @MainActor (Stage) -> Void
  private var source: ChosenFile?
  private var target: TransferredFile?

  /// - Parameter hear: Called with the progress and finally the outcome; it keeps the transfer alive until then.
  init(_ conversation: VaultConversation, hear: @escaping @MainActor (Stage) -> Void) {
    (self.conversation, self.hear) = (conversation, hear)
  }

  /// Stores a file with an entry, under the file's own name.
  func keep(_ file: ChosenFile, with entry: VaultEntry) {
    source = file
    let new = VaultCall.NewAttachment(query: entry.record, kind: entry.kind, name: file.name, bytes: file.byteCount)
    ask(.attach(new)) { state, _ in self.send(state) }
  }

  /// Saves a file of an entry; the target gets its name once it is complete.
  func save(_ name: String, of entry: VaultEntry, to file: TransferredFile) {
    target = file
    ask(.openAttachment(VaultCall.AttachmentQuery(query: entry.record, kind: entry.kind, name: name))) { state, _ in self.take(state) }
  }

  private func send(_ state: VaultAnswer.AttachmentState) {
    guard let transfer = state.transfer else { return end(.done) }
    let count = min(state.left, VaultCall.TransferQuery.partByteCount)
    // A file that has grown in the meantime would be stored without its end.
    guard let source, let part = source.next(count), count < state.left || !source.hasMore else { return end(.failed(FileWords.changed)) }
    tell(state.left, of: state.file.bytes)
    ask(.sendPart(VaultCall.TransferQuery(transfer: transfer)), part) { next, _ in self.send(next) }
  }

  private func take(_ state: VaultAnswer.AttachmentState) {
    guard let transfer = state.transfer else {
      let isWritten: Void? = try? target?.finish()
      return end(isWritten != nil ? .done : .failed(ImportWords.unwritable))
    }
    tell(state.left, of: state.file.bytes)
    ask(.takePart(VaultCall.TransferQuery(transfer: transfer))) { next, part in
      guard let part, part.byteCount == state.left - next.left else { return self.end(.failed(VaultWords.silentNext)) }
      guard (try? self.target?.append(part)) != nil else { return self.end(.failed(ImportWords.unwritable)) }
      self.take(next)
    }
  }

  private func tell(_ left: Int, of total: Int) { hear(.moving(percent: (total - left) * 100 / max(total, 1))) }

  private func end(_ stage: Stage) {
    // An incomplete file is deleted.
    (source, target) = (nil, nil)
    hear(stage)
  }

  private func ask(
    _ call: VaultCall, _ secret: SharedSecret? = nil,
    _ next: @escaping @MainActor @Sendable (VaultAnswer.AttachmentState, SharedSecret?) -> Void
  ) {
    conversation.ask(call, secret: secret) { reply in
      switch reply {
      case .answer(.attachment(let state), let part): next(state, part)
      case .failure(let failure): self.end(.failed(VaultFailureWords.text(failure)))
      default: self.end(.failed("\(VaultWords.silent). \(VaultWords.silentNext)"))
      }
    }
  }
}
