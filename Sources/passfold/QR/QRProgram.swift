// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalEndpoint
import LocalTransport
import SecretMemory
import VaultProtocol

/// The program that reads and draws QR codes, separate from this process because pictures are untrusted.
struct QRProgram {
  /// The source of a picture.
  enum Source {
    /// A file, or `-` for standard input.
    case image(String)
    case clipboard
    case screen
  }

  private let path: String

  /// Locates the program of this installation.
  init() throws(CommandFailure) {
    guard let path = Installation().qrProgram else { throw .programMissing(name: "passfold-qr") }
    self.path = path
  }

  /// Returns the single text in the source's QR codes.
  func read(_ source: Source) throws(CommandFailure) -> SharedSecret {
    let symbols = try readAll(source)
    // The same code shown twice on a screen counts as one.
    guard let symbol = symbols.first, symbols.dropFirst().allSatisfy({ constantTimeEquals($0, symbol) }) else {
      throw .qrNotRead(.severalFound)
    }
    return symbol
  }

  /// Returns the texts of all QR codes in the source, at least one.
  func readAll(_ source: Source) throws(CommandFailure) -> [SharedSecret] {
    var run = program(outputLimit: 64 * 1024, timeLimit: 120)
    switch source {
    case .image(let file):
      run.arguments += ["read", "--image", file]
      if file == "-" { run.inputDescriptor = 0 }
    case .clipboard: run.arguments += ["read", "--clipboard"]
    case .screen: run.arguments += ["read", "--screen"]
    }
    let outcome = try run.outcome()
    guard outcome.status == 0 else { throw Self.failure(outcome) }
    guard let output = outcome.output, let symbols = output.withBytes({ SecretFrames.read($0) }) else {
      throw .programFailed(name: "passfold-qr")
    }
    guard !symbols.isEmpty else { throw .qrNotRead(.noneFound) }
    return symbols
  }

  /// Draws a text as PNG, as SVG, or as characters for a terminal.
  func draw(_ text: SharedSecret, format: String, sizeLimit: ScreenSize? = nil) throws(CommandFailure) -> SharedSecret {
    var run = program(outputLimit: 1 << 20, timeLimit: 10)
    run.arguments += ["write", "--format", format]
    run.input = text
    if let sizeLimit { run.arguments += ["--size-limit", "\(sizeLimit.columns)x\(sizeLimit.rows)"] }
    let outcome = try run.outcome()
    guard outcome.status == 0 else { throw Self.failure(outcome) }
    guard let output = outcome.output, output.byteCount > 0 else { throw .programFailed(name: "passfold-qr") }
    return output
  }

  private func program(outputLimit: Int, timeLimit: Double) -> ProgramRun {
    // Without Swift's crash report, which prints memory that may contain a secret.
    ProgramRun(
      program: "env", arguments: ["SWIFT_BACKTRACE=enable=no", path], outputLimit: outputLimit, reportLimit: 4096, timeLimit: timeLimit)
  }

  /// The report of the program on standard error (docs/qr-codes.md).
  private struct Report: Decodable {
    var code: String
    var columns: Int?
    var rows: Int?
  }

  private static func failure(_ outcome: ProgramRun.Outcome) -> CommandFailure {
    // The last line; a decoder's library may have printed something before.
    let line = outcome.report?.withBytes { bytes in bytes.split(separator: UInt8(ascii: "\n")).last.map(Array.init) } ?? nil
    guard let line, let report = try? MessageCoding.decode(Report.self, from: line) else {
      return .programFailed(name: "passfold-qr")
    }
    if report.code == "screenCancelled" { return .vault(VaultFailure(.canceled)) }
    if let columns = report.columns, let rows = report.rows { return .terminalTooSmall(columns: columns, rows: rows) }
    return CommandFailure.QRFault(reported: report.code).map { .qrNotRead($0) } ?? .programFailed(name: "passfold-qr")
  }
}
