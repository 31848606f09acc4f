// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import LocalEndpoint
import LocalTransport
import SecretMemory

/// The program that looks for QR codes in untrusted pictures; this process decodes none.
@MainActor
enum PictureProgram {
  /// The result of reading a picture.
  enum Reading: Sendable {
    /// The texts of its QR codes, without duplicates.
    case texts([SharedSecret])
    case nothingFound
    /// The program cannot read the picture, or it exceeds the limits.
    case unreadable
    /// This desktop offers programs no screenshots.
    case noScreen
    /// The user declined the screenshot.
    case cancelled
    /// The desktop provided no screenshot.
    case refused
    case failed
  }

  /// The maximum size of a picture in bytes, which is also the program's limit.
  static let longest = 32 << 20
  /// The maximum total length in bytes of the codes in one picture.
  private nonisolated static let longestText = 64 * 1024
  private nonisolated static let longestReport = 4096
  /// The time limits in seconds; for the screen, the program waits for the user in the desktop portal's dialog.
  private nonisolated static let (time, screenTime): (Double, Double) = (60, 120)

  /// Reads a picture.
  static func read(_ picture: GivenPicture, hear: @escaping @MainActor @Sendable (Reading) -> Void) {
    let run = run(["read", "--image", "-"], input: picture.descriptor, time: time)
    DispatchQueue.global().async {
      // The file must stay open while the program reads.
      let reading = withExtendedLifetime(picture) { Self.reading(of: run) }
      MainLoop.post { hear(reading) }
    }
  }

  /// Reads the screen.
  static func readScreen(hear: @escaping @MainActor @Sendable (Reading) -> Void) {
    let run = run(["read", "--screen"], input: nil, time: screenTime)
    DispatchQueue.global().async {
      let reading = Self.reading(of: run)
      MainLoop.post { hear(reading) }
    }
  }

  private static func run(_ arguments: [String], input: CInt?, time: Double) -> ProgramRun? {
    guard let program = Installation().qrProgram else { return nil }
    // Without Swift's crash report, which shows memory that may contain a secret.
    return ProgramRun(
      program: "env", arguments: ["SWIFT_BACKTRACE=enable=no", program] + arguments, inputDescriptor: input, outputLimit: longestText,
      reportLimit: longestReport, timeLimit: time)
  }

  private nonisolated static func reading(of run: ProgramRun?) -> Reading {
    guard let outcome = try? run?.run(), let status = outcome.status else { return .failed }
    // The program's exit status and report (docs/qr-codes.md).
    switch (status, code(in: outcome.report)) {
    case (0, _): return outcome.output.map(texts(in:)) ?? .failed
    case (3, _): return .nothingFound
    case (4, _): return .unreadable
    case (5, "noScreen"): return .noScreen
    case (5, "screenCancelled"): return .cancelled
    case (5, _): return .refused
    default: return .failed
    }
  }

  private struct Report: Decodable { var code: String }

  private nonisolated static func code(in report: SharedSecret?) -> String? {
    // The last line; a library may have written messages of its own before.
    guard let line = report?.withBytes({ $0.split(separator: UInt8(ascii: "\n")).last.map(Array.init) }) ?? nil else { return nil }
    return try? MessageCoding.decode(Report.self, from: line).code
  }

  private nonisolated static func texts(in frames: SharedSecret) -> Reading {
    guard let texts = frames.withBytes({ SecretFrames.read($0) }) else { return .failed }
    var different: [SharedSecret] = []
    for text in texts where !different.contains(where: { constantTimeEquals($0, text) }) { different.append(text) }
    return different.isEmpty ? .nothingFound : .texts(different)
  }
}
