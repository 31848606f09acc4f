// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import Translations
import VaultProtocol

struct VaultRestore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: translated("Replace the vault with a snapshot or a backup."),
    discussion: translated(
      """
      The vault asks for the passphrase it had when the snapshot or backup was made, and opens with that one afterwards. The current \
      vault is first saved as a snapshot, so that you can go back.
      """))

  @Argument(help: .translated("The name of a snapshot, or a backup file."), completion: .file())
  var copy: String
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let door = try await VaultDoor.open()
    guard case .snapshots(let list) = try await door.ask(.snapshots).answer else { throw CommandFailure.hungUp }
    if let snapshot = list.snapshots.first(where: { $0.name == copy || $0.name == copy + ".passfold" }) {
      return try await restore(snapshot.name, by: door)
    }
    // The vault can access only its own folders, so the file is copied there first.
    let name = LaidCopy.name(ofProcess: getpid())
    let incoming = CopiedFile(at: list.folder + "/" + name)
    let keeper = TerminalKeeper(clearAway: incoming.remove)
    defer {
      incoming.remove()
      keeper.release()
    }
    try incoming.create()
    let progress = KeepingProgress()
    defer { progress.end() }
    try incoming.take(from: copy) { progress.show(translated("Reading the backup"), bytes: $0, of: $1) }
    progress.end()
    try await restore(name, by: door, keepsTerminal: false)
  }

  private func restore(_ name: String, by door: VaultDoor, keepsTerminal: Bool = true) async throws {
    let call = VaultCall.restoreVault(VaultCall.CopyQuery(snapshot: name))
    let progress = KeepingProgress()
    defer { progress.end() }
    let (answer, _) = try await door.ask(call, keepsTerminal: keepsTerminal, hearProgress: progress.show)
    guard case .restored(let restoration) = answer else { throw CommandFailure.hungUp }
    progress.end()
    StandardOutput.write(output.presenter.restored(restoration))
  }
}
