// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

/// The formats of `passfold export`.
enum ExportChoice: String, ExpressibleByArgument, CaseIterable {
  case kdbx, cxf, csv, otpauth
  case bitwarden = "bitwarden-json"

  /// The file name extension of the format.
  var ending: String {
    switch self {
    case .kdbx, .csv: rawValue
    case .cxf, .bitwarden: "json"
    case .otpauth: "txt"
    }
  }

  /// Whether a file of the format can be encrypted.
  var canBeSealed: Bool { self == .kdbx || self == .bitwarden }
}

/// `passfold export`
struct Export: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: translated("Export everything in the vault to a file for another program, or to another provider."),
    usage:
      """
      passfold export FILE [--format kdbx|cxf|bitwarden-json|csv|otpauth] [--plain] [--dry-run] [--json]
      passfold export --to PROVIDER [--dry-run] [--json]
      """,
    discussion: translated(
      """
      Without --format the command writes a KeePass database (KDBX 4), which KeePassXC opens with your codes and passkeys. The vault asks \
      for your passphrase, and for one that encrypts the file. cxf, csv and otpauth cannot be encrypted: they are written only with \
      --plain, and anyone who reads such a file has all your passwords. The file must not exist yet; only you can read it. Passfold lists \
      what the format cannot hold.

      With --to nothing is written: you confirm in a Passfold window, type your passphrase, and another enabled provider receives \
      everything. With --dry-run you see what would and would not be transferred; the other provider is not notified.
      """))

  @Argument(help: .translated("The file to write."), completion: .file())
  var file: String?
  @Option(help: .translated("The name or identifier of the provider that receives everything, instead of a file."))
  var to: String?
  @Option(help: .translated("kdbx, cxf, bitwarden-json, csv or otpauth."))
  var format: ExportChoice = .kdbx
  @Flag(help: .translated("Write it unencrypted: anyone who has the file can read it."))
  var plain = false
  @Flag(name: .customLong("dry-run"), help: .translated("Report what would be left out, without writing or moving anything."))
  var isDryRun = false
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if to != nil {
      guard file == nil, !plain, format == .kdbx else {
        throw ValidationError(translated("--to cannot be combined with a file, --format or --plain: providers use their own format."))
      }
      return
    }
    if file == nil { throw ValidationError(translated("Specify the file to write, or the provider to hand over to: --to PROVIDER.")) }
    if !format.canBeSealed, !plain, !isDryRun {
      throw ValidationError(
        translated(
          "\(format.rawValue) cannot be encrypted: anyone who reads such a file has all your passwords. Add --plain to write it anyway, or use --format kdbx."
        )
      )
    }
    if format == .kdbx, plain { throw ValidationError(translated("A KeePass database is always encrypted. Leave out --plain.")) }
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
    let keeper = target.keeper()
    defer { keeper.release() }
    let state = try await transfer.export(begin, into: target)
    try target.finish()
    StandardOutput.write(output.presenter.exported(state, to: target.path, isPlain: plain))
  }
}
