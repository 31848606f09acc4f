// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import LocalEndpoint
import LocalTransport
import SecretMemory

/// The program that looks for QR codes in pictures of strangers, away from this process, which decodes none.
@MainActor
enum PictureProgram {
  /// What is in a picture.
  enum Reading: Sendable {
    /// The texts of its QR codes, each once.
    case texts([SharedSecret])
    case nothingFound
    /// It is no picture that the program reads, or one beyond its bounds.
    case unreadable
    /// This desktop has no picture of the screen for a program.
    case noScreen
    /// The person gave no picture of the screen.
    case cancelled
    /// The desktop gave none.
    case refused
    case failed
  }

  /// The most bytes of a picture, as the program takes them.
  static let longest = 32 << 20
  /// The most bytes that the codes of one picture say.
  private nonisolated static let longestText = 64 * 1024
  private nonisolated static let longestReport = 4096
  /// Seconds; the program waits for the person in the dialog of a desktop's portal.
  private nonisolated static let (time, screenTime): (Double, Double) = (60, 120)

  /// Has a picture read.
  static func read(_ picture: GivenPicture, hear: @escaping @MainActor @Sendable (Reading) -> Void) {
    let run = run(["read", "--image", "-"], input: picture.descriptor, time: time)
    DispatchQueue.global().async {
      // It has to be open for as long as the program reads.
      let reading = withExtendedLifetime(picture) { Self.reading(of: run) }
      MainLoop.post { hear(reading) }
    }
  }

  /// Has what is on the screen read.
  static func readScreen(hear: @escaping @MainActor @Sendable (Reading) -> Void) {
    let run = run(["read", "--screen"], input: nil, time: screenTime)
    DispatchQueue.global().async {
      let reading = Self.reading(of: run)
      MainLoop.post { hear(reading) }
    }
  }

  private static func run(_ arguments: [String], input: CInt?, time: Double) -> ProgramRun? {
    guard let program = Installation().qrProgram else { return nil }
    // Without Swift's crash report, which shows memory: it may hold a secret.
    return ProgramRun(
      program: "env", arguments: ["SWIFT_BACKTRACE=enable=no", program] + arguments, inputDescriptor: input, outputLimit: longestText,
      reportLimit: longestReport, timeLimit: time)
  }

  private nonisolated static func reading(of run: ProgramRun?) -> Reading {
    guard let outcome = try? run?.run(), let status = outcome.status else { return .failed }
    // What it ends with, and what it reports (docs/qr-codes.md).
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
    // The last line; a library may have said something of its own before.
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
