// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ExchangeParsers
import FuzzDriver

/// A foreign file is refused, or gives entries that survive the pipe. The environment names the family of readers; otherwise it is any.
@main enum FuzzImport {
  private static let family = FuzzDriver.part.flatMap(ReaderFamily.init) ?? .all

  static func main() {
    FuzzDriver.run { data, count in
      let input = Array(UnsafeBufferPointer(start: data, count: count))
      if let property = ExchangeParsers.brokenProperty(ofFile: input, family: FuzzImport.family, plantsFault: FuzzDriver.plantsFault) {
        fatalError("fuzzing: \(property)")
      }
      return 0
    }
  }
}
