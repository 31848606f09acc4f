// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import Translations
import VaultProtocol

struct VaultBackup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: translated("Write the complete encrypted vault to a new file that only you can read."),
    discussion: translated("The file opens with the current passphrase of the vault. An existing file is never overwritten."))

  @Argument(help: .translated("The new file, or the folder to write it to."), completion: .file())
  var file: String
  @OptionGroup var output: OutputOptions

  func run() async throws {
    // Opens the destination first, so that nothing is copied in vain; the file gets its name once it is complete.
    let target = try SavedFile(named: "vault.passfold", at: file, replaces: false)
    let keeper = target.keeper()
    defer { keeper.release() }
    let progress = KeepingProgress()
    defer { progress.end() }
    let door = try await VaultDoor.open()
    guard case .snapshot(let snapshot) = try await door.ask(.takeSnapshot, keepsTerminal: false, hearProgress: progress.show).answer
    else {
      throw CommandFailure.hungUp
    }
    try SourceFile(path: snapshot.path).takeAll {
      progress.show(translated("Writing the backup"), bytes: $0, of: $1)
    } take: {
      (part) throws(CommandFailure) in
      try target.write(part)
    }
    try target.finish()
    progress.end()
    StandardOutput.write(output.presenter.backedUp(snapshot, to: target.path))
  }
}
