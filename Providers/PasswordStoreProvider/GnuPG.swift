// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Glibc
package import SecretMemory
import Synchronization

/// Has GnuPG open a file, by the secret key that gpg-agent keeps and asks for: neither key nor passphrase comes near this process.
///
/// gpg gets a home of the provider's own with nothing in it but the way to the agent, and reads the person's public keys where they are. The
/// agent's socket is the restricted one (`extra-socket`), over which no secret key can be exported.
package struct GnuPG: Sendable {
  /// Why a file was not opened.
  package struct Failure: Error, Sendable, Equatable {
    /// The reasons; the set may grow.
    package enum Code: Sendable {
      /// There is no gpg.
      case missing
      /// gpg-agent does not run, or not with its restricted socket.
      case noAgent
      /// The person dismissed the agent's question.
      case canceled
      /// None of the person's keys opens it.
      case noKey
      /// The opened file has more than 256 KiB.
      case tooLong
      /// Anything else.
      case failed
    }

    /// The reason.
    package let code: Code

    /// Names a reason.
    package init(_ code: Code) { self.code = code }
  }

  private let home: String
  private let keyrings: [String]
  private let agents: [String]
  private let program: String?

  /// The most bytes of an opened file.
  private static let limit = 256 * 1024

  /// Prepares the home of gpg.
  ///
  /// - Parameters:
  ///   - home: A folder of the provider's own; made where it is missing.
  ///   - keyrings: Where the person's public keys may be.
  ///   - agents: Where the agent's restricted socket may be, the likeliest first.
  ///   - searchPath: The folders of programs, as in `PATH`.
  package init(home: String, keyrings: [String], agents: [String], searchPath: String) {
    self.home = home
    self.keyrings = keyrings
    self.agents = agents
    program = searchPath.split(separator: ":").map { $0 + "/gpg" }.first { access($0, X_OK) == 0 }
  }

  /// Opens a file; the agent asks the person where it has to, and stops asking when the task is cancelled.
  package func decrypt(_ file: String) async throws(Failure) -> SharedSecret {
    guard let program else { throw Failure(.missing) }
    guard let agent = agents.first(where: Self.isListening), introduce(agent) else { throw Failure(.noAgent) }
    let run = Run(
      program,
      [
        "--homedir", home, "--batch", "--no-tty", "--no-options", "--no-autostart", "--lock-never", "--no-random-seed-file",
        "--no-auto-check-trustdb", "--trust-model", "always", "--no-default-keyring", "--status-fd", "2",
      ] + keyrings.filter { access($0, R_OK) == 0 }.flatMap { ["--keyring", $0] } + ["--decrypt", "--", file])
    guard let result = await run.result(limit: Self.limit) else { throw Failure(.failed) }
    guard !result.isTooLong else { throw Failure(.tooLong) }
    guard result.status == 0 else { throw Failure(Self.code(of: result.report)) }
    return result.output
  }

  /// Writes into gpg's home where the agent listens, in the form that gpg follows (Assuan's redirection file).
  private func introduce(_ agent: String) -> Bool {
    mkdir(home, 0o700)
    let text = Data("%Assuan%\nsocket=\(agent)\n".utf8)
    let place = URL(fileURLWithPath: home + "/S.gpg-agent")
    return (try? Data(contentsOf: place)) == text || (try? text.write(to: place, options: .atomic)) != nil
  }

  private static func isListening(_ path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 }
    }
  }

  /// What gpg's status lines say (GnuPG, doc/DETAILS); with `--quiet` it would not tell a cancelled question from a missing key.
  package static func code(of report: String) -> Failure.Code {
    for line in report.split(separator: "\n") where line.hasPrefix("[GNUPG:] ERROR pkdecrypt_failed ") {
      // The low half is libgpg-error's code: 99 canceled, 198 fully canceled.
      if let number = line.split(separator: " ").last.flatMap({ Int($0) }), [99, 198].contains(number & 0xffff) { return .canceled }
    }
    if report.contains("[GNUPG:] NO_SECKEY") { return .noKey }
    return .failed
  }
}

/// One run of a program: what it writes goes into memory that is wiped, and a cancelled task ends it.
private final class Run: Sendable {
  struct Result: Sendable {
    let status: CInt
    /// Whether the output was cut off at the limit.
    let isTooLong: Bool
    let output: SharedSecret
    let report: String
  }

  private let program: String
  private let arguments: [String]
  private let process = Mutex<(number: pid_t, isCanceled: Bool)>((0, false))

  init(_ program: String, _ arguments: [String]) {
    self.program = program
    self.arguments = arguments
  }

  func result(limit: Int) async -> Result? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { [self] in continuation.resume(returning: run(limit: limit)) }
      }
    } onCancel: {
      process.withLock { process in
        process.isCanceled = true
        if process.number > 0 { kill(process.number, SIGTERM) }
      }
    }
  }

  private func run(limit: Int) -> Result? {
    var (output, report): ([CInt], [CInt]) = ([-1, -1], [-1, -1])
    // Pairs of sockets rather than pipes: these close on exec from their first moment.
    let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &output) == 0 else { return nil }
    defer { output.forEach { close($0) } }
    guard socketpair(AF_UNIX, kind, 0, &report) == 0 else { return nil }
    defer { report.forEach { close($0) } }
    guard let number = start(output: output[1], report: report[1]) else { return nil }
    for end in [1] {
      close(output[end])
      close(report[end])
      (output[end], report[end]) = (-1, -1)
    }
    var plain = SecretBytes(byteCount: limit)
    var words: [UInt8] = []
    var filled = 0
    var isTooLong = false
    var open: [pollfd] = [output[0], report[0]].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while open.contains(where: { $0.fd >= 0 }) {
      guard poll(&open, nfds_t(open.count), -1) > 0 else {
        if errno == EINTR { continue }
        break
      }
      if open[0].revents != 0 {
        let offset = filled
        let count = plain.withMutableBytes { bytes in
          offset < limit ? read(output[0], bytes.baseAddress.map { $0 + offset }, limit - offset) : 0
        }
        if count > 0 { filled += count } else { open[0].fd = -1 }
        if filled == limit { isTooLong = true }
      }
      if open[1].revents != 0 {
        var piece = [UInt8](repeating: 0, count: 4_096)
        let count = read(report[0], &piece, piece.count)
        if count > 0, words.count < 64 * 1024 { words += piece.prefix(count) } else { open[1].fd = -1 }
      }
      // What nobody reads any more would keep it waiting.
      if isTooLong {
        kill(number, SIGTERM)
        break
      }
    }
    var status: CInt = 0
    while waitpid(number, &status, 0) < 0, errno == EINTR {}
    process.withLock { $0.number = 0 }
    let code = status & 0x7f == 0 ? status >> 8 & 0xff : 128
    return Result(
      status: code, isTooLong: isTooLong, output: plain.withBytes { SharedSecret(copying: $0.prefix(filled)) },
      report: String(decoding: words, as: UTF8.self))
  }

  private func start(output: CInt, report: CInt) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, report, 2)
    // Dispatch's threads block signals, and what they start would not end when it is told to.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    return process.withLock { process in
      guard !process.isCanceled else { return nil }
      var number: pid_t = 0
      guard posix_spawn(&number, program, &actions, &attributes, words, environ) == 0 else { return nil }
      process.number = number
      return number
    }
  }
}
