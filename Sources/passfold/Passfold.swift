// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import LocalEndpoint
import SecretMemory
import Translations

/// The command: parse, ask the vault, hand the answer to the presenter.
///
/// Every command says its name: the parser would derive a missing one from its type by looking through all conformances of the program, a third
/// of what starting it takes.
@main
struct Passfold: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "passfold",
    abstract: translated("Fills in your one-time codes, passkeys and passwords."),
    discussion: translated(
      """
      Exit status: 0 success; 1 failure, the message says why; 3 no entry or several entries match; 4 wrong passphrase; 5 no vault yet; 6 \
      the vault's files cannot be used; 7 Passfold could not be started; 8 no prompt could be shown; 9 a check found damage; 10 \
      synchronisation is stopped; 64 invalid command line; 130 cancelled.
      """),
    subcommands: [
      Init.self, Unlock.self, Lock.self, Passphrase.self, UnlockWith.self, Recover.self, RecoveryKeyCommand.self, Status.self, Doctor.self,
      Add.self,
      Code.self,
      Open.self, Confirm.self, List.self, Show.self, Edit.self, Attach.self, Attachments.self,
      Remove.self,
      Restore.self, Trash.self, Erase.self, Health.self, Log.self, QRCode.self, ClockCommand.self, Providers.self, Browser.self,
      Import.self, Export.self, VaultCommand.self, SyncCommand.self, DevicesCommand.self,
      Surface.self,
      ClipboardKeeping.self,
      WebCallback.self,
    ])

  /// Of the command alone: the parser's own would be in every subcommand's help.
  @Flag(name: .customLong("version"), help: .translated("Show the version."))
  var showsVersion = false

  func run() async throws { StandardOutput.write(showsVersion ? PassfoldVersion.text + "\n" : Presenter.introduction) }

  /// Says why the command cannot go on, and ends it.
  static func end(with failure: CommandFailure) -> Never {
    let words = FailureWords(failure)
    let presenter = Presenter(format: .text, usesColor: false)
    StandardError.write(presenter.failure(words, onColorTerminal: TerminalOutput.showsColor(descriptor: 2)))
    Glibc.exit(words.status.rawValue)
  }

  static func main() async {
    StandardStreams.openClosed()
    // Of a file that must not grow larger the write tells, as of a full disk.
    signal(SIGXFSZ, SIG_IGN)
    let arguments = LinkArgument.takeArguments()
    // JSON is for programs, which read the same in every language; so is what stands beside it.
    if !arguments.contains("--json") {
      ChosenLanguage.apply(variable: environmentVariable, heedsPlainLocale: true)
      Translations.open(in: Installation().localeFolder, variable: environmentVariable)
    }
    // Before the broker lets a program draw it looks at it, which one that is shut in does not show: a surface shuts itself in later.
    if arguments.first == "surface" { ProcessHardening.forgoCrashReports() } else { ProcessHardening.apply() }
    do {
      var command = try parseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let failure as CommandFailure {
      end(with: failure)
    } catch let status as ExitCode {
      // What was found is said already; a check that found something adds no words.
      Glibc.exit(status.rawValue)
    } catch {
      let status = exitCode(for: error)
      guard !status.isSuccess else {
        StandardOutput.write(ParserWords.help(fullMessage(for: error)) + "\n")
        Glibc.exit(0)
      }
      let mistyped = MistypedCommand(in: arguments, of: CommandNames(of: Passfold.self))
      StandardError.write("passfold: " + ParserWords.error(fullMessage(for: error), mistyped: mistyped) + "\n")
      Glibc.exit(status.rawValue)
    }
  }
}

/// How results are written, shared by all commands that have one.
struct OutputOptions: ParsableArguments {
  @Flag(name: .customLong("json"), help: .translated("Print the result as JSON."))
  var usesJSON = false

  /// The presenter for the chosen form and the terminal at hand.
  var presenter: Presenter {
    Presenter(format: usesJSON ? .json : .text, usesColor: !usesJSON && TerminalOutput.showsColor(descriptor: 1))
  }
}
