// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import SecretMemory
import Translations
import VaultProtocol

struct QRCode: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "qr", abstract: translated("Show an account's set-up as a QR code, for another device."),
    discussion: translated(
      """
      Anyone who sees it can make the account's codes forever, so the vault asks each time. The terminal is cleared afterwards; a file \
      must be new, and only you can read it.
      """))

  @Option(help: .translated("Write it to this new file, with a name that ends with .png or .svg."))
  var output: String?
  @Argument(help: .translated("Words in the entry's title, service or account."))
  var query: [String] = []

  func run() async throws {
    guard !query.isEmpty else { throw CommandFailure.missingQuery }
    let format = try output.map { path throws(CommandFailure) in try Self.pictureFormat(of: path) }
    let terminal = format == nil ? Dialogue() : nil
    if format == nil, terminal == nil { throw CommandFailure.nobodyToAsk(translated("a file for the QR code (--output FILE.png)")) }
    let program = try QRProgram()
    let query = VaultCall.EntryQuery(query: query.joined(separator: " "), kind: .oneTimeCode)
    if let output, let format {
      // Opens the file first, so that the vault is not asked in vain; it gets its name once it is complete.
      let file = try SavedFile(named: output, at: output, replaces: false)
      let keeper = file.keeper()
      defer { keeper.release() }
      let (entry, link) = try await Self.export(query, keepsTerminal: false)
      try file.write(program.draw(link, format: format))
      try file.finish()
      return StandardOutput.write(translated("The QR code of \(Presenter.name(of: entry)) is in \(Presenter.printable(output)).") + "\n")
    }
    let (entry, link) = try await Self.export(query)
    let size = RawTerminal()?.size
    let picture = try program.draw(link, format: "terminal", sizeLimit: size.map { ScreenSize(columns: $0.columns, rows: $0.rows - 3) })
    // Uses the alternate screen, so that nothing stays in the terminal's history.
    terminal?.say("\u{1B}[?1049h\u{1B}[2J\u{1B}[H")
    let keeper = TerminalKeeper(leaving: "\u{1B}[2J\u{1B}[?1049l")
    terminal?.say([.secret(picture), .text("\n\(Presenter.name(of: entry))"), .text(SetUpWords.wipe)])
    _ = terminal?.ask("")
    terminal?.say("\u{1B}[2J\u{1B}[?1049l")
    keeper.release()
  }

  private static func export(
    _ query: VaultCall.EntryQuery, keepsTerminal: Bool = true
  ) async throws(CommandFailure) -> (VaultEntry, SharedSecret) {
    let (answer, secret) = try await VaultDoor.open().ask(.exportSetUp(query), keepsTerminal: keepsTerminal)
    guard case .setUpURL(let entry) = answer, let secret else { throw .hungUp }
    return (entry, secret)
  }

  private static func pictureFormat(of path: String) throws(CommandFailure) -> String {
    let name = path.lowercased()
    if name.hasSuffix(".png") { return "png" }
    if name.hasSuffix(".svg") { return "svg" }
    throw .unknownPictureKind(path: path)
  }
}
