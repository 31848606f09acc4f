// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import SyncParsers

/// The body of a client's request to the sync server is refused, or has one encoding.
@main enum FuzzSyncBodies {
  static func main() {
    FuzzDriver.run { data, count in
      let input = Array(UnsafeBufferPointer(start: data, count: count))
      if let property = SyncParsers.brokenProperty(ofBody: input, plantsFault: FuzzDriver.plantsFault) {
        fatalError("fuzzing: \(property)")
      }
      return 0
    }
  }
}
