// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import Translations
import VaultProtocol

/// Transfers another program's file to the vault, or one from it, in parts, and shows progress if that takes long.
struct ImportTransfer {
  private let door: VaultDoor

  init(over door: VaultDoor) { self.door = door }

  /// Sends a file and its key file. The vault reads it but stores nothing yet.
  ///
  /// - Parameter format: The format given by the user, for files that do not identify theirs.
  /// - Returns: The token for applying the import, and a report of the file's contents.
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

  /// Makes the vault store what it reported.
  func apply(_ transfer: String, differing: String?) async throws(CommandFailure) -> VaultAnswer.ImportReport {
    let progress = KeepingProgress()
    defer { progress.end() }
    let step = VaultCall.ImportStep(.apply, transfer: transfer, differing: differing)
    guard let report = try Self.state(try await door.ask(.importStep(step), hearProgress: progress.show).answer).report else {
      throw .hungUp
    }
    return report
  }

  /// Returns the vault's report of a handover that was not stored; the vault returns it once.
  ///
  /// - Parameter exporter: The name of the exporting provider.
  func preview(from exporter: String) async throws(CommandFailure) -> VaultAnswer.ImportReport {
    let step = VaultCall.ImportStep(.preview, from: exporter)
    guard let report = try Self.state(try await door.ask(.importStep(step)).answer).report else { throw .hungUp }
    return report
  }

  /// Makes the vault undo the last import.
  func undo() async throws(CommandFailure) -> VaultAnswer.ImportUndone {
    guard case .importUndone(let undone) = try await door.ask(.importStep(VaultCall.ImportStep(.undo))).answer else { throw .hungUp }
    return undone
  }

  /// Receives the vault's contents as a file, for which the caller keeps the terminal; without a file, only what the format cannot hold.
  func export(_ begin: VaultCall.ExportStep, into file: SavedFile?) async throws(CommandFailure) -> VaultAnswer.ExportState {
    let progress = KeepingProgress()
    defer { progress.end() }
    let (answer, _) = try await door.ask(.exportStep(begin), keepsTerminal: file == nil, hearProgress: progress.show)
    guard case .exporting(let whole) = answer else { throw .hungUp }
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
