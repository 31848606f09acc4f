// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FetchProtocol

/// A process that fetches one document, so that untrusted data is received in that process and not in this one.
struct FetchProcess: Sendable {
  /// The time that a process may take beyond its own limit before it is ended.
  private static let grace = Duration.seconds(1)

  /// The path of `passfold-fetch`; nil if this installation has none.
  let program: String?

  /// Runs a process for a request, off the concurrency pool.
  ///
  /// - Throws: The failure that the process names, or `fetcherFailed` if its output is malformed.
  func fetch(_ request: FetchRequest) async throws(FetchFailure) -> FetchAnswer {
    guard let program, let encoded = request.encoded else { throw .fetcherFailed }
    let outcome: FetchOutcome = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: Self.outcome(of: program, encoded, request) ?? .failure(.fetcherFailed))
      }
    }
    switch outcome {
    case .answer(let answer): return answer
    case .failure(let failure): throw failure
    }
  }

  private static func outcome(of program: String, _ encoded: [UInt8], _ request: FetchRequest) -> FetchOutcome? {
    guard let process = ToolProcess(program, time: .milliseconds(request.milliseconds) + grace), process.tell(encoded) else { return nil }
    let limit = FetchOutcome.maximumHeadByteCount + request.maximumByteCount
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      var isOver = true
      let part = [UInt8](unsafeUninitializedCapacity: 16 * 1024) { buffer, count in
        guard let heard = process.hear(into: UnsafeMutableRawBufferPointer(buffer)) else { return }
        isOver = false
        count = heard
      }
      if isOver { return nil }
      if part.isEmpty { return FetchOutcome(parsing: bytes) }
      bytes += part
    }
    return nil
  }
}
