// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SecretMemory

extension SharedSecret {
  /// Gives it as the text that the toolkit takes, which ends with a zero byte, and wipes that text afterwards.
  func withCText(_ body: (UnsafePointer<CChar>) -> Void) {
    var text = SecretBytes(byteCount: byteCount + 1)
    text.withMutableBytes { target in withBytes { target.copyMemory(from: $0) } }
    text.withBytes { bytes in bytes.baseAddress.map { body($0.assumingMemoryBound(to: CChar.self)) } }
  }
}
