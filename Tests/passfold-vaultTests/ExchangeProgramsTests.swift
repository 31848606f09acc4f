// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import Foundation
import Testing
import passfold_vault

@Suite("A program that converts files of other password managers")
struct ExchangeProgramsTests {
  /// A program that reports its start and then sleeps for a day.
  private struct IdleProgram {
    let folder = FileManager.default.temporaryDirectory.appending(path: "passfold-exchange-\(UUID().uuidString)")
    var path: String { folder.appending(path: "program").path }
    var isRunning: Bool { FileManager.default.fileExists(atPath: folder.appending(path: "runs").path) }

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try "#!/bin/sh\n: > '\(folder.path)/runs'\nexec sleep 86400\n".write(toFile: path, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
  }

  private static let order: CarriageWriter = {
    var writer = CarriageWriter()
    // More than a socket buffers.
    writer.text(String(repeating: "x", count: 8 << 20))
    return writer
  }()

  @Test("is stopped at its time limit if it never reads its input", .timeLimit(.minutes(1)))
  func deadline() async throws {
    let program = try IdleProgram()
    defer { program.remove() }
    let path = program.path
    let programs = ExchangePrograms.running(patience: .milliseconds(200)) { _ in path }
    await #expect(throws: ExchangePrograms.Failure.self) { _ = try await programs.run("passfold-import", Self.order) }
  }

  @Test("is stopped when its task is cancelled", .timeLimit(.minutes(1)), arguments: [true, false])
  func cancellation(isOrderLong: Bool) async throws {
    let program = try IdleProgram()
    defer { program.remove() }
    let path = program.path
    let programs = ExchangePrograms.running { _ in path }
    let task = Task { try await programs.run("passfold-import", isOrderLong ? Self.order : CarriageWriter()) }
    while !program.isRunning { await Task.yield() }
    task.cancel()
    await #expect(throws: ExchangePrograms.Failure.self) { _ = try await task.value }
  }
}
