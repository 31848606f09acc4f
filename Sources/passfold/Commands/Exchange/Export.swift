// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

/// The formats of `passfold export`.
enum ExportChoice: String, ExpressibleByArgument, CaseIterable {
  case kdbx, cxf, csv, otpauth
  case bitwarden = "bitwarden-json"

  /// How names of such files end.
  var ending: String {
    switch self {
    case .kdbx, .csv: rawValue
    case .cxf, .bitwarden: "json"
    case .otpauth: "txt"
    }
  }

  /// Whether a file of the format can be sealed.
  var canBeSealed: Bool { self == .kdbx || self == .bitwarden }
}

/// `passfold export`
struct Export: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: translated("Write everything in the vault into a file for another program, or hand it over to another provider."),
    usage:
      """
      passfold export FILE [--format kdbx|cxf|bitwarden-json|csv|otpauth] [--plain] [--dry-run] [--json]
      passfold export --to PROVIDER [--dry-run] [--json]
      """,
    discussion: translated(
      """
      Without --format it is a KeePass database (KDBX 4), which KeePassXC opens with your codes and passkeys. The vault asks for your passphrase, and \
      for one that seals the file. cxf, csv and otpauth have no seal: they are written only with --plain, and whoever reads such a file has all your \
      passwords. The file must not exist yet; only you may read it. Passfold lists what the format cannot \
      hold.

      With --to nothing is written: you are asked in a window of Passfold's, your passphrase is typed, and another provider that is enabled takes \
      everything. With --dry-run you read what would go along and what cannot, and the other provider hears nothing of it.
      """))

  @Argument(help: .translated("The file to write."), completion: .file())
  var file: String?
  @Option(help: .translated("The name or identifier of the provider that takes everything, in place of a file."))
  var to: String?
  @Option(help: .translated("kdbx, cxf, bitwarden-json, csv or otpauth."))
  var format: ExportChoice = .kdbx
  @Flag(help: .translated("Write it so that everybody can read it who has it."))
  var plain = false
  @Flag(name: .customLong("dry-run"), help: .translated("Tell what would not go along, and write or move nothing."))
  var isDryRun = false
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if to != nil {
      guard file == nil, !plain, format == .kdbx else {
        throw ValidationError(translated("--to takes no file, and neither --format nor --plain: providers speak a format of their own."))
      }
      return
    }
    if file == nil { throw ValidationError(translated("Name the file to write, or the provider to hand over to: --to PROVIDER.")) }
    if !format.canBeSealed, !plain, !isDryRun {
      throw ValidationError(
        translated(
          "\(format.rawValue) cannot be sealed: whoever reads such a file has all your passwords. Add --plain if you want that, or take --format kdbx."
        )
      )
    }
    if format == .kdbx, plain { throw ValidationError(translated("A KeePass database is always sealed. Leave --plain out.")) }
  }

  func run() async throws {
    if let to {
      let exchange = try await ProviderExchange.out(to: to)
      return isDryRun ? try await exchange.tell(output) : try await exchange.run(output)
    }
    let transfer = ImportTransfer(over: try await VaultDoor.open())
    let begin = VaultCall.ExportStep(.begin, format: format.rawValue, plain: plain, preview: isDryRun ? true : nil)
    if isDryRun {
      return StandardOutput.write(output.presenter.exported(try await transfer.export(begin, into: nil), to: nil, isPlain: plain))
    }
    let target = try SavedFile(named: "passfold-export.\(format.ending)", at: file ?? "", replaces: false)
    let state = try await transfer.export(begin, into: target)
    try target.finish()
    StandardOutput.write(output.presenter.exported(state, to: target.path, isPlain: plain))
  }
}
