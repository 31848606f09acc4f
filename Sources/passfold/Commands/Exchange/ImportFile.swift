// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import LocalTransport
import Translations
import VaultProtocol

/// The handling of a record that differs from the vault's.
enum DifferingChoice: String, ExpressibleByArgument, CaseIterable {
  case mine, theirs, both
}

/// The formats that the user has to specify, because their files do not identify them.
enum UnmarkedFormat: String, ExpressibleByArgument, CaseIterable {
  case andotp
}

/// `passfold import FILE`
struct ImportFile: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "file", abstract: translated("Import a file."),
    usage:
      """
      passfold import FILE [--key-file FILE] [--format andotp] [--keep mine|theirs|both] [--dry-run] [--json]
      passfold import --from PROVIDER [--dry-run] [--json]
      """,
    shouldDisplay: false)

  @Argument(
    help: .translated("The file that the other program exported, the folder of a password store, or pictures of QR codes."),
    completion: .file())
  var files: [String] = []
  @Option(help: .translated("The name or identifier of the provider that hands everything over, instead of a file."))
  var from: String?
  @Option(name: .customLong("key-file"), help: .translated("The key file of a KeePass database."), completion: .file())
  var keyFile: String?
  @Option(help: .translated("Only for an older encrypted andOTP backup, whose format cannot be detected: andotp."))
  var format: UnmarkedFormat?
  @Option(
    help: .translated(
      "Which value to use where your entries and the file differ, for example in the password of an account: mine, theirs or both. Replaced values go into the history or the fields of your entry."
    ))
  var keep: DifferingChoice?
  @Flag(name: .customLong("dry-run"), help: .translated("Show what would be imported, without storing anything."))
  var isDryRun = false
  @Flag(name: [.customShort("y"), .customLong("yes")], help: .translated("Show the report and import without asking, as --json does."))
  var isAgreed = false
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if from != nil {
      guard files.isEmpty, keyFile == nil, format == nil, keep == nil, !isAgreed else {
        throw ValidationError(
          translated("--from cannot be combined with a file or any option except --dry-run: you choose what to keep during the transfer."))
      }
    } else if files.isEmpty {
      throw ValidationError(translated("Specify the file to import, or the provider that hands over its entries: --from PROVIDER."))
    } else if files.count > 1, !files.allSatisfy(PictureSignature.begins(fileAt:)) {
      throw ValidationError(translated("Specify one file at a time. Only pictures of QR codes can be combined."))
    }
  }

  func run() async throws {
    if let from { return try await ProviderExchange.into(from: from).run(output, isDryRun: isDryRun) }
    let source = try source()
    let key = try keyFile.map { (path) throws(CommandFailure) in try SourceFile(path: path) }
    let transfer = ImportTransfer(over: try await VaultDoor.open())
    let (token, report) = try await transfer.send(source, keyFile: key, format: format?.rawValue)
    let presenter = output.presenter
    if isDryRun { return StandardOutput.write(presenter.importReport(report, stage: .preview)) }
    var choice = keep
    if !output.usesJSON {
      StandardOutput.write(presenter.importReport(report, stage: .question))
      if report.new + report.merged + report.differing == 0 { return }
      if !isAgreed {
        // Without a terminal nobody sees the report in time, so confirmation has to come with the command.
        guard let dialogue = Dialogue() else { throw CommandFailure.importNeedsWord }
        if choice == nil, report.differing > 0 { choice = try Self.ask(dialogue, report) }
        guard dialogue.choose(translated("Import these entries? [y/n] "), among: ["y", "n"]) == "y" else {
          throw CommandFailure.vault(VaultFailure(.canceled))
        }
      }
    }
    let stored = try await transfer.apply(token, differing: choice?.rawValue)
    StandardOutput.write(presenter.importReport(stored, stage: .stored))
  }

  private func source() throws(CommandFailure) -> any ImportSource {
    let file = files.first ?? ""
    if let store = PasswordStoreFolder(path: file) { return try Self.decrypt(store) }
    // An OPVault folder stores its files in one folder per profile.
    guard !["profile.js", "default/profile.js"].contains(where: { access(file + "/" + $0, F_OK) == 0 }) else {
      throw .vault(VaultFailure(.fileUnreadable, detail: "opVault"))
    }
    return PictureSignature.begins(fileAt: file) ? try PictureSource.read(files) : try SourceFile(path: file)
  }

  private static func decrypt(_ store: PasswordStoreFolder) throws(CommandFailure) -> CollectedSecret {
    let progress = KeepingProgress()
    defer { progress.end() }
    do throws(PasswordStoreFolder.Failure) {
      let opened = OpenedStore()
      let entries = try store.entries()
      for (number, entry) in entries.enumerated() {
        progress.show(translated("Decrypting entries"), number, of: entries.count)
        opened.append(entry, try store.decrypt(entry))
      }
      progress.show(translated("Decrypting entries"), entries.count, of: entries.count)
      return try opened.finished()
    } catch {
      switch error {
      case .folderUnreadable(let path, let errorNumber): throw .system(path: path, errorNumber: errorNumber)
      case .programMissing: throw .programMissing(name: "gpg")
      case .notOpened(let entry): throw .storeNotOpened(entry: entry)
      }
    }
  }

  private static func ask(_ dialogue: Dialogue, _ report: VaultAnswer.ImportReport) throws(CommandFailure) -> DifferingChoice {
    let choices = [
      translated("keep mine"), translated("use those in the file; mine go into the history or the fields of their entries"),
      translated("keep both, as separate entries"),
    ]
    let question = translated(
      report.differing, one: "One entry differs from yours. Which do you want? [1] ",
      other: "\(report.differing) entries differ from yours. Which do you want? [1] ")
    guard let chosen = dialogue.choose(from: choices, question: question) else {
      throw .vault(VaultFailure(.canceled))
    }
    return DifferingChoice.allCases[chosen]
  }
}

/// `passfold import undo`
struct ImportUndo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: translated("Undo the last import."),
    discussion:
      translated(
        "Passfold asks you first. New entries from the import move to the trash, and values added to your own entries are removed permanently. Everything you have changed since then stays as it is."
      ))

  @OptionGroup var output: OutputOptions

  func run() async throws {
    let undone = try await ImportTransfer(over: VaultDoor.open()).undo()
    StandardOutput.write(output.presenter.importUndone(undone))
  }
}
