// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
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
    case failed
  }

  /// The most bytes of a picture, as the program takes them.
  static let longest = 32 << 20
  /// The most bytes that the codes of one picture say.
  private nonisolated static let longestText = 64 * 1024
  private nonisolated static let time = Duration.seconds(60)
  /// The program's exit statuses (docs/qr-codes.md).
  private nonisolated static let (found, nothing, noPicture): (CInt, CInt, CInt) = (0, 3, 4)

  /// Has a picture read.
  ///
  /// - Parameter picture: A file that is open for reading; it is closed here.
  static func read(_ picture: CInt, hear: @escaping @MainActor @Sendable (Reading) -> Void) {
    let program = Installation().qrProgram
    DispatchQueue.global().async {
      let reading = program.map { Self.reading(of: picture, by: $0) } ?? .failed
      close(picture)
      MainLoop.post { hear(reading) }
    }
  }

  private nonisolated static func reading(of picture: CInt, by program: String) -> Reading {
    var ends: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0, let output = ends.first,
      let input = ends.last
    else { return .failed }
    defer { close(output) }
    let process = ToolProgram.start(program, ["read", "--image", "-"], input: picture, output: input)
    close(input)
    guard let process else { return .failed }
    let text = collect(from: output, until: .now + time)
    if text == nil { kill(process, SIGKILL) }
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard let text, status & 0x7F == 0 else { return .failed }
    switch (status >> 8) & 0xFF {
    case found: return reading(of: text)
    case nothing: return .nothingFound
    case noPicture: return .unreadable
    default: return .failed
    }
  }

  private nonisolated static func reading(of frames: SharedSecret) -> Reading {
    guard let texts = frames.withBytes({ SecretFrames.read($0) }) else { return .failed }
    var different: [SharedSecret] = []
    for text in texts where !different.contains(where: { constantTimeEquals($0, text) }) { different.append(text) }
    return different.isEmpty ? .nothingFound : .texts(different)
  }

  /// What comes until the other end closes; nil where time runs out or too much comes.
  private nonisolated static func collect(from descriptor: CInt, until deadline: ContinuousClock.Instant) -> SharedSecret? {
    var buffer = SecretBytes(byteCount: longestText)
    var filled = 0
    while filled < longestText {
      let left = ContinuousClock.now.duration(to: deadline)
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard left > .zero else { return nil }
      let ready = poll(&entry, 1, CInt(left / .milliseconds(1)) + 1)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return nil }
      let at = filled
      let count = buffer.withMutableBytes { bytes in Glibc.read(descriptor, bytes.baseAddress.map { $0 + at }, bytes.count - at) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return buffer.withBytes { SharedSecret(copying: $0.prefix(filled)) } }
      filled += count
    }
    return nil
  }
}
