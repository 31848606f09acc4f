// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SecretMemory
import Translations
import VaultProtocol

struct DevicesAdd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: translated("Add a device to your account."),
    discussion: translated(
      """
      The vault's prompt asks for your passphrase. The terminal shows a QR code and a code to type; on the new device run passfold \
      devices join. That device then shows six digits; type them into the vault's prompt here. The code is valid for five minutes and one \
      attempt.
      """))

  @OptionGroup var output: OutputOptions

  func run() async throws {
    guard let terminal = Dialogue() else { throw CommandFailure.nobodyToAsk(translated("the new device's code")) }
    let door = try await VaultDoor.open()
    let (answer, secret) = try await door.ask(.offerDevice)
    guard case .deviceOffer(let offer) = answer, let secret, let (link, code) = Self.parts(of: secret) else { throw CommandFailure.hungUp }
    let size = RawTerminal()?.size
    let room = size.map { ScreenSize(columns: $0.columns, rows: $0.rows - Presenter.deviceOfferRows - 1) }
    // A small terminal has no room for the picture, only for the code to type.
    let picture = try? QRProgram().draw(link, format: "terminal", sizeLimit: room)
    // Uses the alternate screen, so that nothing stays in the terminal's history.
    terminal.say("\u{1B}[?1049h\u{1B}[2J\u{1B}[H")
    let keeper = TerminalKeeper(leaving: "\u{1B}[2J\u{1B}[?1049l")
    terminal.say((picture.map { [.secret($0), .text("\n")] } ?? []) + Presenter.deviceOffer(offer, code, hasPicture: picture != nil))
    let admitted: VaultAnswer
    do {
      admitted = try await door.ask(.admitDevice, keepsTerminal: false).answer
    } catch {
      terminal.say("\u{1B}[2J\u{1B}[?1049l")
      keeper.release()
      throw error
    }
    terminal.say("\u{1B}[2J\u{1B}[?1049l")
    keeper.release()
    guard case .deviceAdmitted(let device) = admitted else { throw CommandFailure.hungUp }
    StandardOutput.write(output.presenter.admitted(device))
  }

  private static func parts(of secret: SharedSecret) -> (link: SharedSecret, code: SharedSecret)? {
    secret.withBytes { bytes in
      guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      return (SharedSecret(copying: bytes[..<end]), SharedSecret(copying: bytes[(end + 1)...]))
    }
  }
}
