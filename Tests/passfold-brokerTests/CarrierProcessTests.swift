// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Logging
import Synchronization
import Testing
import passfold_broker

@Suite("The process that carries", .timeLimit(.minutes(1)))
struct CarrierProcessTests {
  /// A folder with a program in the place of `passfold-sync`, which notes its starts.
  private final class Stage {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("carrier-\(UUID().uuidString)")
    var program: String { folder.appendingPathComponent("program").path }

    /// - Parameter then: What the program does once it has noted its start.
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

    /// Process and parent of each start.
    var starts: [[Int32]] { content("starts").split(separator: "\n").map { $0.split(separator: " ").compactMap { Int32($0) } } }

    var variables: Set<Substring> { Set(content("environment").split(separator: "\n").compactMap { $0.split(separator: "=").first }) }
  }

  /// Stays until the broker lets go of the socket at descriptor 3.
  private static let staying = "cat <&3 > /dev/null"

  private func until(_ condition: () -> Bool) async throws {
    while !condition() { try await Task.sleep(for: .milliseconds(5)) }
  }

  private func isGone(_ process: Int32) -> Bool { kill(process, 0) != 0 && errno == ESRCH }

  private func carrier(_ program: String?, environment: [String: String] = ProcessInfo.processInfo.environment) -> CarrierProcess {
    CarrierProcess(program: program, environment: environment, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test("is a child of the broker, and ends when nothing is to be carried any more")
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

  @Test("two never run at the same time, however often it is wanted and not wanted")
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

  @Test("learns of the session where the vault and the proxies are, and nothing else")
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
    // The last are the shell's own.
    let own: Set<Substring> = ["PWD", "OLDPWD", "SHLVL", "_"]
    #expect(stage.variables.subtracting(own) == ["XDG_RUNTIME_DIR", "https_proxy", "NO_PROXY", "SWIFT_BACKTRACE"])
  }

  /// Starts a program that ends at once, as often as there are pauses.
  private func pauses(_ count: Int, runningFor length: Duration) async throws -> [Duration] {
    let stage = try Stage(then: "exit 1")
    let (begun, begin) = AsyncStream.makeStream(of: Duration.self)
    let time = Mutex(ContinuousClock.now)
    let carrier = CarrierProcess(
      program: stage.program, environment: [:],
      // Looked at when it starts and when it has ended.
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

  @Test("is started again when it ends by itself, after longer and longer pauses")
  func restarts() async throws {
    let expected = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300].map { Duration.seconds($0) }
    #expect(try await pauses(expected.count, runningFor: .seconds(1)) == expected)
  }

  @Test("is started again soon when it ran for a while")
  func restartsSoon() async throws {
    #expect(try await pauses(4, runningFor: .seconds(60)) == [Duration](repeating: .seconds(1), count: 4))
  }

  @Test("is not there where the installation has none")
  func missing() async throws {
    let carrier = carrier(nil)
    carrier.want(true)
    carrier.want(false)
  }
}
