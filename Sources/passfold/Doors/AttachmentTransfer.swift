// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import Translations
import VaultProtocol

/// Transfers a file to or from the vault in parts, and shows progress if that takes long.
struct AttachmentTransfer {
  private let door: VaultDoor

  init(over door: VaultDoor) { self.door = door }

  /// Sends a file. It is stored when this returns, and not stored if this throws.
  func send(_ file: SourceFile, as attachment: VaultCall.NewAttachment) async throws(CommandFailure) -> VaultAnswer.AttachmentState {
    var progress = ProgressLine(translated("Storing \(Presenter.printable(attachment.name)), KiB"))
    defer { progress.end() }
    var state = try await Self.state(door.ask(.attach(attachment)))
    while let transfer = state.transfer {
      let part = try file.next(min(state.left, VaultCall.TransferQuery.partByteCount))
      state = try await Self.state(door.ask(.sendPart(VaultCall.TransferQuery(transfer: transfer)), secret: part, keepsTerminal: false))
      progress.show((attachment.bytes - state.left) / 1024, of: attachment.bytes / 1024)
    }
    return state
  }

  /// Receives a file, after the user has agreed if the vault asks. The caller keeps the terminal.
  func take(_ query: VaultCall.AttachmentQuery, into file: SavedFile) async throws(CommandFailure) -> VaultAnswer.AttachmentState {
    var progress = ProgressLine(translated("Saving \(Presenter.printable(query.name)), KiB"))
    defer { progress.end() }
    var state = try await Self.state(door.ask(.openAttachment(query), keepsTerminal: false))
    while let transfer = state.transfer {
      let (answer, part) = try await door.ask(.takePart(VaultCall.TransferQuery(transfer: transfer)), keepsTerminal: false)
      guard case .attachment(let next) = answer, let part, part.byteCount == state.left - next.left else { throw .hungUp }
      try file.write(part)
      state = next
      progress.show((state.file.bytes - state.left) / 1024, of: state.file.bytes / 1024)
    }
    return state
  }

  private static func state(_ reply: (answer: VaultAnswer, secret: SharedSecret?)) throws(CommandFailure) -> VaultAnswer.AttachmentState {
    guard case .attachment(let state) = reply.answer else { throw .hungUp }
    return state
  }
}
