// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import VaultParsers

/// What a sync server or a folder says of the files that it has is refused, or has one encoding and keeps its bounds.
@main enum FuzzSyncAnswers {
  static func main() {
    FuzzDriver.run { data, count in
      let input = Array(UnsafeBufferPointer(start: data, count: count))
      if let property = VaultParsers.brokenProperty(ofAnswer: input, plantsFault: FuzzDriver.plantsFault) {
        fatalError("fuzzing: \(property)")
      }
      return 0
    }
  }
}
