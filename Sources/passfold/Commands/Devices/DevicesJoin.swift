// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SecretMemory
import Translations
import VaultProtocol

struct DevicesJoin: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: translated("Make this computer a device of your account."),
    discussion: translated(
      """
      For a computer without a vault. Run passfold devices add on a device you have, and give this command the server or folder. Type the \
      code shown there, or read it from the QR code in a picture or on your screen. The vault's prompt asks for a new passphrase for this \
      computer. The command then shows six digits; type them on the other device. If it is interrupted after that, run the same command \
      again: it continues where it stopped, with the passphrase that you chose.
      """))

  @Argument(help: .translated("The server's address, or the folder's absolute path on this computer."))
  var place: String?
  @Option(help: .translated("Read the QR code from this picture; - means standard input."))
  var qrImage: String?
  @Flag(help: .translated("Read the QR code from your screen."))
  var qrScreen = false
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let door = try await VaultDoor.open()
    // A joining that was interrupted goes on without a code, with a vault or without one.
    if let account = try await finish(door, isUnderWay: false) { return StandardOutput.write(output.presenter.joined(account)) }
    // Asks this before the user types anything.
    try await door.checkForNoVault()
    let code = try readCode()
    let (answer, digits) = try await door.ask(.joinAccount(VaultCall.JoinQuery(place: place ?? "")), secret: code)
    guard case .digits = answer, let digits else { throw CommandFailure.hungUp }
    StandardError.write([.text(translated("Type these digits on the other device: ")), .secret(digits), .text("\n")])
    guard let account = try await finish(door, isUnderWay: true) else { throw CommandFailure.joiningBroken }
    StandardOutput.write(output.presenter.joined(account))
  }

  /// Waits until this computer has its vault; nil if no joining is under way.
  private func finish(_ door: VaultDoor, isUnderWay: Bool) async throws -> VaultAnswer.JoinedAccount? {
    let progress = KeepingProgress()
    defer { progress.end() }
    let joined: VaultAnswer
    do throws(CommandFailure) {
      joined = try await door.ask(.finishJoining, hearProgress: progress.show).answer
    } catch {
      if !isUnderWay, case .vault(let failure) = error, failure.code == .nothingUnderWay { return nil }
      // The account may have this computer by now, and the code is used up.
      throw error == .hungUp ? .joiningBroken : error
    }
    guard case .joined(let account) = joined else { throw CommandFailure.joiningBroken }
    return account
  }

  private func readCode() throws(CommandFailure) -> SharedSecret {
    if let qrImage { return try QRProgram().read(.image(qrImage)) }
    if qrScreen { return try QRProgram().read(.screen) }
    guard place != nil else { throw .missingPlace }
    guard let terminal = Dialogue() else { return try StandardInput.secretLine() }
    guard let typed = terminal.askForSecret(translated("The code shown on the other device: ")) else { throw .emptyInput }
    return typed
  }
}

struct DevicesRecover: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover", abstract: translated("Recover your account on this computer after losing all your devices."),
    usage: "passfold devices recover PLACE --account NUMBER [--recovery-kit FILE] [--json]",
    discussion: translated(
      """
      For a computer without a vault. You need the server or folder and, from your recovery kit, the account number and the recovery key, \
      which the vault's prompt asks for. The key works once, so you get a new one. Nobody can guarantee that the server shows you the \
      newest state: check when your account was last changed.
      """))

  @Argument(help: .translated("The server's address, or the folder's absolute path on this computer."))
  var place: String?
  @Option(
    parsing: .upToNextOption, help: .translated("The account number from your recovery kit: 32 hexadecimal digits, with or without groups.")
  )
  var account: [String]
  @OptionGroup var kit: RecoveryKitOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard AccountArguments(place: place, account: account) != nil else {
      throw ValidationError(translated("Specify the server's address or the folder's path, and the account number after --account."))
    }
  }

  func run() async throws {
    guard let given = AccountArguments(place: place, account: account) else { throw CommandFailure.missingPlace }
    do {
      try await kit.issue(.recoverAccount(VaultCall.JoinQuery(place: given.place, account: given.number)))
    } catch CommandFailure.vault(let failure) where failure.code == .vaultExists {
      // It is not the vault of a recovery that was interrupted.
      try await VaultDoor.open(holdsSecrets: false).checkForNoVault()
      throw CommandFailure.vault(failure)
    }
    // The account is back, and its key delivered: nothing that fails now is a reason to repeat the command.
    if let list = try? await DevicesList.devices() { StandardOutput.write(output.presenter.devices(list)) }
  }
}
