// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import VaultProtocol

/// A reply's body while it arrives, in the parts in which it is passed on.
struct AnswerBody: ~Copyable {
  private var parts: [SharedSecret] = []
  private var last = SecretBytes(byteCount: VaultCall.CarryStep.partByteCount)
  private var lastCount = 0

  private(set) var byteCount = 0

  /// Adds received bytes; returns false if the body is longer than any reply.
  mutating func add(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard byteCount + bytes.count <= VaultCall.CarryStep.longestBody else { return false }
    byteCount += bytes.count
    var rest = bytes[...]
    while !rest.isEmpty {
      let fitting = rest.prefix(last.byteCount - lastCount)
      let start = lastCount
      last.withMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[start...]).copyMemory(from: .init(rebasing: fitting)) }
      lastCount += fitting.count
      rest = rest.dropFirst(fitting.count)
      if lastCount == last.byteCount {
        parts.append(SharedSecret(last.copy()))
        lastCount = 0
      }
    }
    return true
  }

  /// Returns the body in parts.
  consuming func finished() -> [SharedSecret] {
    guard lastCount > 0 else { return parts }
    return parts + [last.withBytes { SharedSecret(copying: $0.prefix(lastCount)) }]
  }
}
