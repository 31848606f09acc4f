// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SecretMemory

extension SharedSecret {
  /// Passes it as zero-terminated text, as the toolkit expects, and wipes that copy afterwards.
  func withCText(_ body: (UnsafePointer<CChar>) -> Void) {
    var text = SecretBytes(byteCount: byteCount + 1)
    text.withMutableBytes { target in withBytes { target.copyMemory(from: $0) } }
    text.withBytes { bytes in bytes.baseAddress.map { body($0.assumingMemoryBound(to: CChar.self)) } }
  }
}
