// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct VaultBackup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: translated("Write the whole vault, sealed as it is, into one new file that only you can read."),
    discussion: translated("The file opens with the passphrase that the vault has now. An existing file is left as it is."))

  @Argument(help: .translated("The new file."), completion: .file())
  var file: String
  @OptionGroup var output: OutputOptions

  func run() async throws {
    // The place is opened first, so that nothing is copied in vain.
    let copy = CopiedFile(at: file)
    let keeper = TerminalKeeper(clearAway: copy.remove)
    defer { keeper.release() }
    try copy.create()
    let progress = KeepingProgress()
    do {
      let door = try await VaultDoor.open()
      guard case .snapshot(let snapshot) = try await door.ask(.takeSnapshot, keepsTerminal: false, hearProgress: progress.show).answer
      else {
        throw CommandFailure.hungUp
      }
      try copy.take(from: snapshot.path, limit: nil) { progress.show(translated("Writing the backup"), bytes: $0, of: $1) }
      progress.end()
      StandardOutput.write(output.presenter.backedUp(snapshot, to: file))
    } catch {
      progress.end()
      copy.remove()
      throw error
    }
  }
}
