// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import VaultParsers

/// Whatever stands in a membership log is refused, or holds entry by entry as it does at once; its floor never falls.
@main enum FuzzMembershipLog {
  static func main() {
    FuzzDriver.run { data, count in
      let input = Array(UnsafeBufferPointer(start: data, count: count))
      if let property = VaultParsers.brokenProperty(ofLog: input, plantsFault: FuzzDriver.plantsFault) {
        fatalError("fuzzing: \(property)")
      }
      return 0
    }
  }
}
