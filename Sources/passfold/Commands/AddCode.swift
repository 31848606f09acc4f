// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SecretMemory
import Translations
import VaultProtocol

struct AddCode: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "code", abstract: translated("Set up the one-time codes of an account."),
    discussion: translated(
      """
      Takes the set-up link that a service shows (otpauth:, apple-otpauth:, otpauth-migration:) from standard input or a QR code, or the \
      secret on its own together with --service and --user. Without any of these, the vault's own prompt asks for it. New codes stay \
      unconfirmed until the service has accepted one: passfold confirm.
      """))

  @Option(help: .translated("The domain or https address that asks for the codes (default: the link's issuer)."))
  var service: String?
  @Option(help: .translated("The user name there (default: the one in the link)."))
  var user: String?
  @Option(help: .translated("The entry's title."))
  var title: String?
  @Flag(name: .customLong("setup-url-stdin"), help: .translated("Read the link or secret from standard input, up to the first line break."))
  var readsStandardInput = false
  @Option(
    name: .customLong("qr"),
    help: ArgumentHelp(translated("Read the QR code in this picture; - means standard input."), valueName: "file|-"))
  var picture: String?
  @Flag(name: .customLong("qr-clipboard"), help: .translated("Read the QR code from the picture on the clipboard."))
  var readsClipboard = false
  @Flag(name: .customLong("qr-screen"), help: .translated("Read the QR code from the screen; the desktop asks first."))
  var readsScreen = false
  @Flag(help: .translated("The service already accepts these codes: do not wait for a confirmation."))
  var confirmed = false
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard [readsStandardInput, picture != nil, readsClipboard, readsScreen].count(where: \.self) <= 1 else {
      throw ValidationError(translated("Name one source: --setup-url-stdin, --qr, --qr-clipboard or --qr-screen."))
    }
  }

  func run() async throws {
    let wish = VaultCall.NewCode(service: service, user: user, title: title, confirmed: confirmed ? true : nil)
    let door = try await VaultDoor.open()
    if let source { return try await SetUpOfLink(door: door, presenter: output.presenter, wish: wish).run(QRProgram().read(source)) }
    let link: SharedSecret? = readsStandardInput ? try StandardInput.secretLine() : nil
    if let link, LinkArgument.isMigration(link) {
      let codes = try await MigrationFlow(door: door, dialogue: nil, presenter: output.presenter).run(link: link)
      return StandardOutput.write(output.presenter.migration(codes, isPreview: false))
    }
    guard case .added(let entry) = try await door.ask(.addCode(wish), secret: link).answer else { throw CommandFailure.hungUp }
    StandardOutput.write(output.presenter.added(entry))
  }

  private var source: QRProgram.Source? {
    if let picture { return .image(picture) }
    if readsClipboard { return .clipboard }
    return readsScreen ? .screen : nil
  }
}
