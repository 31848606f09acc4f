// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalEndpoint
import SecretMemory

/// The program that reads and draws QR codes, away from this process: pictures come from strangers.
struct QRProgram {
  /// Where a picture is taken from.
  enum Source {
    /// A file, or `-` for standard input.
    case image(String)
    case clipboard
    case screen
  }

  private let path: String

  /// Finds the program of this installation.
  init() throws(CommandFailure) {
    guard let path = Installation().qrProgram else { throw .programMissing(name: "passfold-qr") }
    self.path = path
  }

  /// The one text that the source's QR code holds.
  func read(_ source: Source) throws(CommandFailure) -> SharedSecret {
    var run = ProgramRun(program: path, outputLimit: 64 * 1024, timeLimit: 120)
    switch source {
    case .image(let file):
      run.arguments = ["read", "--image", file]
      if file == "-" { run.inputDescriptor = 0 }
    case .clipboard: run.arguments = ["read", "--clipboard"]
    case .screen: run.arguments = ["read", "--screen"]
    }
    let outcome = try run.run()
    switch outcome.status {
    case 0: break
    case 3: throw .qrNotRead(.noneFound)
    case 4: throw .qrNotRead(.notAnImage)
    case 5: throw .qrNotRead(.noSource)
    default: throw .programFailed(name: "passfold-qr")
    }
    guard let output = outcome.output, let symbols = Self.symbols(in: output) else { throw .programFailed(name: "passfold-qr") }
    guard let symbol = symbols.first else { throw .qrNotRead(.noneFound) }
    // The same code twice on a screen is one code.
    guard symbols.dropFirst().allSatisfy({ constantTimeEquals($0, symbol) }) else { throw .qrNotRead(.severalFound) }
    return symbol
  }

  /// Draws a text as PNG, SVG or characters for a terminal.
  func draw(_ text: SharedSecret, format: String, sizeLimit: ScreenSize? = nil) throws(CommandFailure) -> SharedSecret {
    var run = ProgramRun(program: path, arguments: ["write", "--format", format], input: text, outputLimit: 1 << 20)
    if let sizeLimit { run.arguments += ["--size-limit", "\(sizeLimit.columns)x\(sizeLimit.rows)"] }
    let outcome = try run.run()
    guard outcome.status == 0, let output = outcome.output, output.byteCount > 0 else { throw .programFailed(name: "passfold-qr") }
    return output
  }

  /// Reads frames of a big-endian length and bytes, up to their end; nil when they are not whole.
  private static func symbols(in output: SharedSecret) -> [SharedSecret]? {
    output.withBytes { bytes in
      var symbols: [SharedSecret] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        guard rest.count >= 4 else { return nil }
        let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(4)
        guard length <= rest.count else { return nil }
        if length > 0 { symbols.append(SharedSecret(copying: rest.prefix(length))) }
        rest = rest.dropFirst(length)
      }
      return symbols
    }
  }
}
