// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import Dispatch
import LocalTransport
import SecretMemory

/// A process that looks for QR codes in one picture, so that a page's picture is decoded in that process and not in this one
/// (docs/qr-codes.md).
struct PictureProcess: Sendable {
  /// The maximum number of bytes of all codes of a picture together.
  private static let limit = 64 * 1024
  /// The program's exit status for a picture without a code.
  private static let nothingFound: CInt = 3
  /// The time limit, less than a judgement may take.
  private static let time = Duration.seconds(12)

  /// The path of `passfold-qr`; nil if this installation has none.
  let program: String?

  /// Runs a process for a picture file, off the concurrency pool.
  func read(_ picture: [UInt8]) async -> PictureReading {
    guard let program else { return .failed }
    return await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: Self.reading(of: picture, by: program)) }
    }
  }

  private static func reading(of picture: [UInt8], by program: String) -> PictureReading {
    guard var process = ToolProcess(program, ["read", "--image", "-"], time: time), process.tell(picture) else { return .failed }
    var buffer = SecretBytes(byteCount: limit)
    var filled = 0
    while true {
      let heard = buffer.withMutableBytes { bytes in process.hear(into: UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])) }
      guard let heard, filled + heard < limit else { return .failed }
      if heard == 0 { break }
      filled += heard
    }
    if filled == 0 { return process.status() == nothingFound ? .nothingFound : .failed }
    return buffer.withBytes { SecretFrames.read($0.prefix(filled)) }.map(PictureReading.symbols) ?? .failed
  }
}
