// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Logging
import Synchronization
import Testing
import passfold_broker

@Suite("A provider's standard output and error")
struct ProviderOutputTests {
  /// Keeps the logged lines.
  private final class Kept: Sendable {
    let lines = Mutex<[(level: Logger.Level, text: String)]>([])
  }

  private struct KeepingHandler: LogHandler {
    let kept: Kept
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      kept.lines.withLock { $0.append((event.level, event.metadata?["text"].map { "\($0)" } ?? "\(event.message)")) }
    }
  }

  private func logged(_ written: String) async throws -> (lines: [(level: Logger.Level, text: String)], last: String?) {
    let kept = Kept()
    let (output, end) = try #require(
      ProviderOutput.open(for: "org.example.shop", logger: Logger(label: "test") { _ in KeepingHandler(kept: kept) }))
    let bytes = Array(written.utf8)
    #expect(write(end, bytes, bytes.count) == bytes.count)
    close(end)
    let last = await output.finish()
    return (kept.lines.withLock { $0 }, last)
  }

  @Test("is logged line by line without terminal control characters, and its last line is kept even if it is incomplete")
  func lines() async throws {
    let (lines, last) = try await logged("first\n\nsecond\u{1B}[2J\nthird")
    #expect(lines.map(\.text) == ["first", "second[2J", "third"] && last == "third")
  }

  @Test("is cut off after the line limit, with a single warning")
  func tooMuch() async throws {
    let (lines, last) = try await logged(String(repeating: "x\n", count: 3 * ProviderOutput.lineLimit))
    #expect(lines.count == ProviderOutput.lineLimit + 1 && last == "x")
    #expect(lines.filter { $0.level == .warning }.count == 1 && lines.last?.level == .warning)
  }
}
