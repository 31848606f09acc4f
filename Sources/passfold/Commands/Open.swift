// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LocalEndpoint
import LocalTransport
import SecretMemory
import Translations
import VaultProtocol

struct Open: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: translated("Set up one-time codes from a link, step by step."),
    discussion: translated(
      """
      Accepts otpauth:, apple-otpauth: and otpauth-migration: links; desktops call this command for them. Your other programs can see an \
      argument for a moment: if that matters, pass - and give the link on standard input. New codes stay unconfirmed until a service has \
      accepted one; the previous codes work until then. Without a terminal, the vault asks whether to add the codes and chooses the best \
      matching account.
      """))

  @Argument(help: ArgumentHelp(translated("The link, or - to read it from standard input."), valueName: "link"))
  var link: String?
  @Flag(help: .translated("Register Passfold with xdg-mime, so that this desktop opens such links with it."))
  var register = false
  @Flag(help: .translated("Undo --register."))
  var unregister = false
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if register, unregister { throw ValidationError(translated("--register and --unregister cannot be combined.")) }
    guard link != nil || register || unregister else {
      throw ValidationError(translated("Specify the link, or - to read it from standard input."))
    }
  }

  func run() async throws {
    if register || unregister {
      try LinkHandler.set(register)
      return StandardOutput.write(output.presenter.linkHandler(isRegistered: register))
    }
    let secret: SharedSecret
    switch link {
    case "-": secret = try StandardInput.secretLine()
    case LinkArgument.standIn:
      guard let link = LinkArgument.link else { throw CommandFailure.notASetUpLink }
      secret = link
    default: throw CommandFailure.notASetUpLink
    }
    try await SetUpOfLink(door: VaultDoor.open(), presenter: output.presenter).run(secret)
  }
}

/// Sets up the codes in a link, with the user at the terminal if there is one.
struct SetUpOfLink {
  let door: VaultDoor
  let presenter: Presenter
  var wish = VaultCall.NewCode()

  func run(_ link: SharedSecret) async throws(CommandFailure) {
    let dialogue = presenter.format == .json ? nil : Dialogue()
    if LinkArgument.isMigration(link) {
      let codes = try await MigrationFlow(door: door, dialogue: dialogue, presenter: presenter).run(link: link)
      return StandardOutput.write(presenter.migration(codes, isPreview: false))
    }
    if let dialogue {
      let entry = try await SetUpFlow(door: door, dialogue: dialogue, presenter: presenter, wish: wish).run(link: link)
      return StandardOutput.write(presenter.changed(entry, .setUp))
    }
    guard case .added(let entry) = try await door.ask(.addCode(wish), secret: link).answer else { throw .hungUp }
    StandardOutput.write(presenter.changed(entry, .setUp))
  }
}

/// The desktop's default application for set-up links.
enum LinkHandler {
  private static let schemes = ["otpauth", "apple-otpauth", "otpauth-migration"]
  private static let desktopFile = "passfold-open.desktop"

  static func set(_ isRegistered: Bool) throws(CommandFailure) {
    for scheme in schemes {
      let type = "x-scheme-handler/\(scheme)"
      if isRegistered {
        let source = Installation().prefix + "/share/applications/" + desktopFile
        guard FileAccess.isReadable(source) else { throw .fileMissing(path: source) }
        guard try ProgramRun(program: "xdg-mime", arguments: ["default", desktopFile, type]).outcome().status == 0 else {
          throw .programFailed(name: "xdg-mime")
        }
      } else {
        try MimeDefaults.forThisUser().remove(desktopFile, for: type)
      }
    }
  }
}
