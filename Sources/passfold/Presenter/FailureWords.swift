// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
import VaultProtocol

/// The words for a failure: what happened, what was not lost, what to do next.
package struct FailureWords: Hashable, Sendable {
  /// One sentence without an initial capital or a full stop, to follow `passfold: error:`.
  package let message: String
  /// The next step, if there is one.
  package let hint: String?
  /// The matching exit status.
  package let status: CommandStatus

  init(_ message: String, hint: String? = nil, _ status: CommandStatus = .failed) {
    self.message = message
    self.hint = hint
    self.status = status
  }
}

extension FailureWords {
  /// Finds the words for a failure of the command.
  package init(_ failure: CommandFailure) {
    switch failure {
    case .vault(let failure): self.init(failure)
    case .hungUp:
      self.init(
        translated("the vault stopped during this request; everything stored before is safe"),
        hint: translated("run the command again; Passfold restarts the vault"), .notRunning)
    case .joiningBroken:
      self.init(
        translated("the vault stopped while this computer joined your account"),
        hint: translated(
          "run the same command again: it continues where it stopped. If it asks for a code, the old one is used up: remove this computer on the other device if it is listed there (passfold devices remove NUMBER), and start again there: passfold devices add"
        ), .notRunning)
    case .brokerMissing(let folder):
      self.init(
        translated("Passfold is not running, and its broker is not installed next to \(folder)"),
        hint: translated("install Passfold again; the vault is a separate file and stays as it is"), .notRunning)
    case .brokerSilent(let log):
      self.init(
        translated("Passfold was started but did not respond; the vault is unchanged"),
        hint: translated("the log says why it stopped: \(log), or if systemd starts it: journalctl --user -u passfold-broker"),
        .notRunning)
    case .vaultStalled:
      self.init(
        translated("the vault is running but does not respond; everything stored before is safe"),
        hint: translated("it may be busy: try again; or end passfold-vault, and the next command starts it again"), .notRunning)
    case .brokerStalled:
      self.init(
        translated("Passfold is running but does not respond; the vault is unchanged"),
        hint: translated("end passfold-broker, and the next command starts it again"), .notRunning)
    case .vaultTurnedOff:
      self.init(
        translated("Passfold's own provider is turned off, so nothing can reach your vault; nothing in it was changed"),
        hint: translated("turn it on: passfold providers enable Passfold"), .notRunning)
    case .vaultSilent(let log):
      self.init(
        translated("Passfold is running, but the vault does not respond; nothing in it was changed"),
        hint: translated(
          "passfold providers shows whether it was turned off; the log says why it stopped: \(log), or if systemd starts it: journalctl --user -u passfold-broker"
        ), .notRunning)
    case .unsafeFolder, .openFolder, .noRuntimeFolder, .runtimePathTooLong, .foreignListener: self.init(ofSession: failure)
    case .system(let path, let errorNumber): self.init("\(Presenter.printable(path)): \(SystemErrorText.text(errorNumber))")
    case .outputLost(let errorNumber):
      self.init(
        translated(
          "standard output: \(SystemErrorText.text(errorNumber)); the command has done its work, but its output is incomplete"))
    case .nowhereForRecoveryKit:
      self.init(
        translated("there is no terminal to show the recovery kit on; nothing was made or changed"),
        hint: translated("specify a new file for it: --recovery-kit FILE"), .usage)
    case .fileExists(let path):
      self.init(
        translated("\(Presenter.printable(path)) already exists and was not changed; nothing was created"),
        hint: translated("specify a new file for the recovery kit"), .usage)
    case .recoveryKitLost(let path, let errorNumber):
      self.init(
        translated(
          "\(Presenter.printable(path)): \(SystemErrorText.text(errorNumber)). A new recovery key was created, but it was lost; the previous key no longer opens the vault"
        ),
        hint: translated("the vault is unlocked and complete; create another key and write it down: passfold recovery-key"))
    case .recoveryKeyNotConfirmed:
      self.init(
        translated("you did not confirm the recovery key, so it counts as lost; the vault is unlocked and complete"),
        hint: translated("create another one and write it down: passfold recovery-key"))
    case .missingPlace:
      self.init(
        translated("neither a server or folder nor a QR code was specified; nothing was changed"),
        hint: translated("passfold devices join https://SERVER, or: passfold devices join --qr-screen"), .usage)
    case .vaultInTheWay(let folder):
      self.init(
        translated("this computer already has a vault, so it cannot use another device's; nothing was changed"),
        hint: translated(
          "to keep its contents, export it first: passfold export FILE. Then move \(Presenter.printable(folder)) away, run the command again, and import the file"
        ))
    case .emptyInput: self.init(translated("standard input was empty; nothing was stored"), .usage)
    case .inputTooLong(let limit): self.init(translated("standard input contains more than \(limit) bytes; nothing was stored"), .usage)
    case .browserHostMissing(let folder):
      self.init(
        translated("the program that browsers start is not installed next to \(folder); no browser was registered"),
        hint: translated("install Passfold again"))
    case .noHome:
      self.init(
        translated("HOME is not set, so there is no folder to register browsers in"),
        hint: translated("set HOME, or specify a folder: --folder DIR"))
    case .noBrowserFound:
      self.init(
        translated("no browser was found; nothing was written"),
        hint: translated("specify yours, for example: passfold browser install firefox; passfold help browser install lists the names"))
    case .browsersLeft(let names, let isRemoval):
      let names = names.map(Presenter.printable).joined(separator: ", ")
      self.init(
        isRemoval
          ? translated("\(names): not removed; nothing was changed there")
          : translated("\(names): not registered; nothing was changed there"),
        hint: isRemoval
          ? translated("the lines above list the files: check them, and delete them yourself if nobody needs them")
          : translated("the lines above say why: fix that, then run the command again; --replace overwrites a changed manifest"))
    case .notAFile(let path):
      self.init(
        translated("\(Presenter.printable(path)) is not an ordinary file; nothing was stored"), hint: translated("specify a file"), .usage)
    case .fileChanged(let path):
      self.init(
        translated("\(Presenter.printable(path)) changed while it was being read; nothing was stored"),
        hint: translated("run the command again once the file has been written"))
    case .fileTaken(let path):
      self.init(
        translated("\(Presenter.printable(path)) already exists and was not changed; nothing was written"),
        hint: translated("specify a new file"))
    case .damageFound(let count):
      self.init(
        translated(count, one: "one thing is damaged", other: "\(count) things are damaged"),
        hint: translated("repair what can be repaired: passfold vault repair"), .damageFound)
    case .browserShutIn(let name):
      self.init(
        translated("\(Presenter.printable(name)) cannot start Passfold from its sandbox; nothing was written"),
        hint: translated("use this browser from your system's packages, or Firefox"))
    default: self.init(ofTools: failure)
    }
  }
}
