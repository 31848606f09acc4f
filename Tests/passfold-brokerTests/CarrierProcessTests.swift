// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Logging
import Synchronization
import Testing
import passfold_broker

@Suite("The carrier process", .timeLimit(.minutes(1)))
struct CarrierProcessTests {
  /// A folder with a program in place of `passfold-sync` that records its starts.
  private final class Stage {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("carrier-\(UUID().uuidString)")
    var program: String { folder.appendingPathComponent("program").path }

    /// - Parameter then: The commands that the program runs after it has recorded its start.
    init(then: String) throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let text = """
        #!/bin/sh
        env > \(folder.path)/environment
        echo "$$ $PPID" >> \(folder.path)/starts
        \(then)
        """
      try text.write(toFile: program, atomically: true, encoding: .utf8)
      chmod(program, 0o700)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func content(_ name: String) -> String {
      (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)) ?? ""
    }

    /// The process and parent process of each start.
    var starts: [[Int32]] { content("starts").split(separator: "\n").map { $0.split(separator: " ").compactMap { Int32($0) } } }

    var variables: Set<Substring> { Set(content("environment").split(separator: "\n").compactMap { $0.split(separator: "=").first }) }
  }

  /// Runs until the broker closes the socket at descriptor 3.
  private static let staying = "cat <&3 > /dev/null"

  private func until(_ condition: () -> Bool) async throws {
    while !condition() { try await Task.sleep(for: .milliseconds(5)) }
  }

  private func isGone(_ process: Int32) -> Bool { kill(process, 0) != 0 && errno == ESRCH }

  private func carrier(_ program: String?, environment: [String: String] = ProcessInfo.processInfo.environment) -> CarrierProcess {
    CarrierProcess(program: program, environment: environment, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test("is a child of the broker and exits when there is nothing left to carry")
  func wanted() async throws {
    let stage = try Stage(then: Self.staying)
    let carrier = carrier(stage.program)
    #expect(stage.starts.isEmpty)
    carrier.want(true)
    carrier.want(true)
    try await until { !stage.starts.isEmpty }
    let first = try #require(stage.starts.first)
    #expect(first.last == getpid())
    carrier.want(false)
    try await until { isGone(first[0]) }
    #expect(stage.starts.count == 1)
    carrier.want(true)
    try await until { stage.starts.count == 2 }
    carrier.want(false)
    try await until { isGone(stage.starts[1][0]) }
  }

  @Test("runs at most once at a time, however often it is requested and released")
  func onlyOne() async throws {
    let stage = try Stage(then: Self.staying)
    let carrier = carrier(stage.program)
    for _ in 0..<20 {
      carrier.want(true)
      carrier.want(false)
    }
    carrier.want(true)
    try await until { stage.starts.contains { !isGone($0[0]) } }
    #expect(stage.starts.count { !isGone($0[0]) } == 1)
    carrier.want(false)
    try await until { stage.starts.allSatisfy { isGone($0[0]) } }
  }

  @Test("inherits only the runtime folder and the proxy variables from the session's environment")
  func environment() async throws {
    let stage = try Stage(then: Self.staying)
    let session = [
      "HOME": "/people/anne", "AWS_SECRET": "x", "DISPLAY": ":0", "SSLKEYLOGFILE": "/tmp/keys", "LD_PRELOAD": "",
      "XDG_RUNTIME_DIR": "/run/user/1",
      "https_proxy": "http://p", "NO_PROXY": "nas", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1/bus",
    ]
    let carrier = carrier(stage.program, environment: session)
    carrier.want(true)
    try await until { !stage.starts.isEmpty }
    carrier.want(false)
    // The rest are set by the shell.
    let own: Set<Substring> = ["PWD", "OLDPWD", "SHLVL", "_"]
    #expect(stage.variables.subtracting(own) == ["XDG_RUNTIME_DIR", "https_proxy", "NO_PROXY", "SWIFT_BACKTRACE"])
  }

  /// Starts a program that exits immediately, as often as there are pauses.
  private func pauses(_ count: Int, runningFor length: Duration) async throws -> [Duration] {
    let stage = try Stage(then: "exit 1")
    let (begun, begin) = AsyncStream.makeStream(of: Duration.self)
    let time = Mutex(ContinuousClock.now)
    let carrier = CarrierProcess(
      program: stage.program, environment: [:],
      // Read when the program starts and when it has exited.
      now: {
        time.withLock { time in
          defer { time += length }
          return time
        }
      }, wait: { begin.yield($0) }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    carrier.want(true)
    defer { carrier.want(false) }
    var pauses: [Duration] = []
    for await pause in begun {
      pauses.append(pause)
      if pauses.count == count { break }
    }
    return pauses
  }

  @Test("restarts after an exit, with pauses that double up to five minutes")
  func restarts() async throws {
    let expected = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300].map { Duration.seconds($0) }
    #expect(try await pauses(expected.count, runningFor: .seconds(1)) == expected)
  }

  @Test("restarts after one second if it ran for a minute")
  func restartsSoon() async throws {
    #expect(try await pauses(4, runningFor: .seconds(60)) == [Duration](repeating: .seconds(1), count: 4))
  }

  @Test("does not start if the installation lacks the program")
  func missing() async throws {
    let carrier = carrier(nil)
    carrier.want(true)
    carrier.want(false)
  }
}
