// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import SyncServerStore
import Testing

/// The PostgreSQL server of the tests (Tests/Support/postgresql-cluster), which stops when they finish.
final class PostgreSQLCluster: Sendable {
  /// A server for all tests that do not stop or restart it.
  static let shared = Result { try PostgreSQLCluster() }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private let process: Process
  private let input: FileHandle
  private let output: Mutex<FileHandle>
  private let count = Mutex(0)

  init() throws {
    let toProcess = Pipe()
    let fromProcess = Pipe()
    process = Process()
    process.executableURL = Self.root.appending(path: "Tests/Support/postgresql-cluster")
    process.standardInput = toProcess
    process.standardOutput = fromProcess
    try process.run()
    input = toProcess.fileHandleForWriting
    output = Mutex(fromProcess.fileHandleForReading)
    _ = try line()
  }

  deinit {
    try? input.close()
    process.waitUntilExit()
  }

  /// Creates a new database.
  func makeDatabase() throws -> PostgreSQLAddress {
    let number = count.withLock { count in
      count += 1
      return count
    }
    return try #require(PostgreSQLAddress(try ask("database sync\(number)")))
  }

  /// Sends a command to the cluster; Tests/Support/postgresql-cluster lists them.
  @discardableResult
  func ask(_ words: String) throws -> String {
    try input.write(contentsOf: Data((words + "\n").utf8))
    return try line()
  }

  private func line() throws -> String {
    try output.withLock { output in
      var line: [UInt8] = []
      while let byte = try output.read(upToCount: 1)?.first {
        guard byte != UInt8(ascii: "\n") else { return String(decoding: line, as: UTF8.self) }
        line.append(byte)
      }
      throw CocoaError(.fileReadUnknown)
    }
  }

  /// Returns the output of psql for an SQL statement.
  static func answer(_ sql: String, at address: PostgreSQLAddress) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/psql")
    process.arguments = ["--no-psqlrc", "--tuples-only", "--no-align", "--quiet", "--command", sql, address.uri]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
