// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import passfold_vault

@Suite("The clock for one-time codes")
struct CodeClockTests {
  /// A computer's clocks, set by the test.
  final class Computer: Sendable {
    private let reading = Mutex(
      SystemClockReading(realtime: Date(timeIntervalSince1970: 1_800_000_000), sinceBoot: .seconds(1000), bootID: "first"))

    var read: @Sendable () -> SystemClockReading? { { [self] in reading.withLock { $0 } } }

    func change(realtime: TimeInterval = 0, sinceBoot: Duration = .zero, bootID: String? = nil) {
      reading.withLock {
        $0 = SystemClockReading(
          realtime: $0.realtime + realtime, sinceBoot: $0.sinceBoot + sinceBoot, bootID: bootID ?? $0.bootID)
      }
    }
  }

  private let computer = Computer()
  private let file = FileManager.default.temporaryDirectory.appending(path: "passfold-clock-\(UUID().uuidString).json")

  @Test("is the system's until the user agrees to another")
  func system() {
    let clock = CodeClock(file: file, read: computer.read)
    #expect(clock.state == .system && clock.compensation == 0)
  }

  @Test("keeps the agreed difference while the computer runs and sleeps, also in another process")
  func agreement() throws {
    defer { try? FileManager.default.removeItem(at: file) }
    let clock = CodeClock(file: file, read: computer.read)
    #expect(try clock.agree(to: -90.5))
    computer.change(realtime: 100_000, sinceBoot: .seconds(100_000))
    #expect(clock.state == .compensated(-90.5) && clock.compensation == -90.5)
    #expect(CodeClock(file: file, read: computer.read).state == .compensated(-90.5))
    #expect(try clock.agree(to: nil))
    #expect(clock.state == .system && !FileManager.default.fileExists(atPath: file.path))
    #expect(CodeClock(file: file, read: computer.read).state == .system)
  }

  @Test("drops the difference and reports it when the clock is set by more than two seconds", arguments: [2.5, -2.5, 90, -3600])
  func setting(step: TimeInterval) throws {
    let clock = CodeClock(file: nil, read: computer.read)
    #expect(try clock.agree(to: 90))
    computer.change(realtime: step)
    #expect(clock.state == .void && clock.compensation == 0)
  }

  @Test("keeps the difference while the clock is adjusted by less than two seconds", arguments: [1.9, -1.9, 0])
  func nudging(step: TimeInterval) throws {
    let clock = CodeClock(file: nil, read: computer.read)
    #expect(try clock.agree(to: 90))
    computer.change(realtime: step)
    #expect(clock.state == .compensated(90))
  }

  @Test("drops the difference after a restart of the computer, even at the same times")
  func restart() throws {
    let clock = CodeClock(file: nil, read: computer.read)
    #expect(try clock.agree(to: 90))
    computer.change(bootID: "second")
    #expect(clock.state == .void)
    // A new agreement is valid for the new run.
    #expect(try clock.agree(to: 3))
    #expect(clock.state == .compensated(3))
  }

  @Test("refuses a difference above a day, and any if the system's clocks cannot be read")
  func refusals() throws {
    let clock = CodeClock(file: nil, read: computer.read)
    #expect(try !clock.agree(to: 86_401) && !clock.agree(to: -.infinity) && !clock.agree(to: .nan))
    #expect(clock.state == .system)
    #expect(try !CodeClock(file: nil, read: { nil }).agree(to: 1))
  }

  @Test(
    "ignores a malformed file", arguments: ["", "{}", "[1]", #"{"seconds":1e9,"bootID":"first","bootTime":1799999000}"#])
  func strangers(content: String) throws {
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(content.utf8).write(to: file)
    #expect(CodeClock(file: file, read: computer.read).compensation == 0)
  }

  @Test("reads this computer's clocks")
  func thisComputer() throws {
    let reading = try #require(SystemClockReading.now())
    #expect(abs(reading.realtime.timeIntervalSinceNow) < 60 && reading.sinceBoot > .zero && reading.bootID.count == 36)
  }
}
