// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import LocalEndpoint
import SecretMemory
import Translations

/// The command: parses arguments, asks the vault and passes the answer to the presenter.
///
/// Every command sets its name explicitly. Otherwise the parser derives it from the type by searching all conformances of the program,
/// which takes a third of the start-up time.
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

  /// Only on the root command: the parser's own flag would appear in every subcommand's help.
  @Flag(name: .customLong("version"), help: .translated("Show the version."))
  var showsVersion = false

  func run() async throws { StandardOutput.write(showsVersion ? PassfoldVersion.text + "\n" : Presenter.introduction) }

  /// Reports why the command cannot continue, and exits.
  static func end(with failure: CommandFailure) -> Never {
    let words = FailureWords(failure)
    let presenter = Presenter(format: .text, usesColor: false)
    StandardError.write(presenter.failure(words, onColorTerminal: TerminalOutput.showsColor(descriptor: 2)))
    Glibc.exit(words.status.rawValue)
  }

  static func main() async {
    StandardStreams.openClosed()
    // Exceeding the file size limit then fails the write, like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    let arguments = LinkArgument.takeArguments()
    // JSON is for programs and the same in every language; so are the messages next to it.
    if !arguments.contains("--json") {
      ChosenLanguage.apply(variable: environmentVariable, heedsPlainLocale: true)
      Translations.open(in: Installation().localeFolder, variable: environmentVariable)
    }
    // The broker inspects a program before it lets it draw, which confinement would prevent: a surface confines itself later.
    if arguments.first == "surface" { ProcessHardening.forgoCrashReports() } else { ProcessHardening.apply() }
    if arguments.first == "help", let unknown = UnknownTopic(in: arguments, of: CommandNames(of: Passfold.self)) {
      let mistyped = MistypedCommand(in: Array(arguments.dropFirst()), of: CommandNames(of: Passfold.self))
      StandardError.write("passfold: " + ParserWords.error(unknown.sentence, mistyped: mistyped) + "\n")
      Glibc.exit(CommandStatus.usage.rawValue)
    }
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
      // The findings have already been printed; a check that found problems prints no further message.
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

/// The output form of results, shared by all commands that have results.
struct OutputOptions: ParsableArguments {
  @Flag(name: .customLong("json"), help: .translated("Print the result as JSON."))
  var usesJSON = false

  /// The presenter for the chosen form and the current terminal.
  var presenter: Presenter {
    Presenter(format: usesJSON ? .json : .text, usesColor: !usesJSON && TerminalOutput.showsColor(descriptor: 1))
  }
}
