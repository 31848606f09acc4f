// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import passfold_qr

/// Returns the code of the failure that `body` throws, or nil if it throws none.
func refusal(_ body: () throws -> some Any) -> QRFailure.Code? {
  do {
    _ = try body()
    return nil
  } catch {
    return (error as? QRFailure)?.code
  }
}

extension ScratchBytes {
  /// The bytes, for comparisons.
  var array: [UInt8] { withBytes { Array($0) } }
}
