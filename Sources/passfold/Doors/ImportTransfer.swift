// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import Translations
import VaultProtocol

/// Carries a file of another program to the vault, or one from it, part by part, and says how far it is where that takes long.
struct ImportTransfer {
  private let door: VaultDoor

  init(over door: VaultDoor) { self.door = door }

  /// Sends a file and its key file; the vault reads it, and nothing is stored yet.
  ///
  /// - Parameter format: What the person says that the file is; it counts where nothing in the file tells.
  /// - Returns: By what the import is applied, and what is in the file.
  func send(
    _ file: any ImportSource, keyFile: (any ImportSource)?, format: String?
  ) async throws(CommandFailure) -> (transfer: String, report: VaultAnswer.ImportReport) {
    let progress = KeepingProgress()
    defer { progress.end() }
    let begin = VaultCall.ImportStep(.begin, bytes: file.byteCount, keyFileBytes: keyFile?.byteCount, format: format)
    var state = try Self.state(try await door.ask(.importStep(begin)).answer)
    for source in [file, keyFile].compactMap({ $0 }) {
      var left = source.byteCount
      while left > 0, let transfer = state.transfer {
        let part = try source.next(min(left, VaultCall.TransferQuery.partByteCount))
        left -= part.byteCount
        progress.show(translated("Sending the file"), bytes: source.byteCount - left, of: source.byteCount)
        if state.left == part.byteCount { progress.end() }
        let step = VaultCall.ImportStep(.part, transfer: transfer)
        state = try Self.state(try await door.ask(.importStep(step), secret: part, hearProgress: progress.show).answer)
      }
    }
    guard let transfer = state.transfer, let report = state.report else { throw .hungUp }
    return (transfer, report)
  }

  /// Has the vault store what it told of.
  func apply(_ transfer: String, differing: String?) async throws(CommandFailure) -> VaultAnswer.ImportReport {
    let progress = KeepingProgress()
    defer { progress.end() }
    let step = VaultCall.ImportStep(.apply, transfer: transfer, differing: differing)
    guard let report = try Self.state(try await door.ask(.importStep(step), hearProgress: progress.show).answer).report else {
      throw .hungUp
    }
    return report
  }

  /// What the vault has told the person of a handover that nobody kept; it says so once.
  ///
  /// - Parameter exporter: The name of the provider that handed over.
  func preview(from exporter: String) async throws(CommandFailure) -> VaultAnswer.ImportReport {
    let step = VaultCall.ImportStep(.preview, from: exporter)
    guard let report = try Self.state(try await door.ask(.importStep(step)).answer).report else { throw .hungUp }
    return report
  }

  /// Has the vault take the last import back.
  func undo() async throws(CommandFailure) -> VaultAnswer.ImportUndone {
    guard case .importUndone(let undone) = try await door.ask(.importStep(VaultCall.ImportStep(.undo))).answer else { throw .hungUp }
    return undone
  }

  /// Takes what the vault has as a file; without a file, what the format cannot hold.
  func export(_ begin: VaultCall.ExportStep, into file: SavedFile?) async throws(CommandFailure) -> VaultAnswer.ExportState {
    let progress = KeepingProgress()
    defer { progress.end() }
    guard case .exporting(let whole) = try await door.ask(.exportStep(begin), hearProgress: progress.show).answer else { throw .hungUp }
    guard let file else { return whole }
    var state = whole
    while let transfer = state.transfer {
      let step = VaultCall.ExportStep(.part, transfer: transfer)
      let (answer, part) = try await door.ask(.exportStep(step), keepsTerminal: false)
      guard case .exporting(let next) = answer, let part, part.byteCount == state.left - next.left else { throw .hungUp }
      try file.write(part)
      state = next
      progress.show(translated("Writing the file"), bytes: whole.bytes - state.left, of: whole.bytes)
    }
    return whole
  }

  private static func state(_ answer: VaultAnswer) throws(CommandFailure) -> VaultAnswer.ImportState {
    guard case .importing(let state) = answer else { throw .hungUp }
    return state
  }
}
