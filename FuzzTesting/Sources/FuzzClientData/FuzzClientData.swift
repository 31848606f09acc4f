// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import WebAuthnModel

/// Client data read back unchanged, and the limited verification accepts exactly what the specification's serialisation writes.
@main enum FuzzClientData {
  static func main() {
    FuzzDriver.run { data, count in
      FuzzClientData.check(Array(UnsafeBufferPointer(start: data, count: count)))
      return 0
    }
  }

  private static func check(_ input: [UInt8]) {
    guard let data = try? CollectedClientData(parsing: input) else { return }
    // The planted fault: treats client data of a cross-origin frame as changed.
    if FuzzDriver.plantsFault, data.crossOrigin == true { fatalError("fuzzing: planted") }
    guard let again = try? CollectedClientData(parsing: data.serialized) else { return }
    for (left, right) in [(data.type, again.type), (data.challenge, again.challenge), (data.origin, again.origin)] {
      FuzzDriver.require(left.utf8.elementsEqual(right.utf8), "client data read back")
    }
    FuzzDriver.require((data.crossOrigin ?? false) == again.crossOrigin, "crossOrigin reads back")
    FuzzDriver.require(again.serialized == data.serialized, "client data have one serialisation")
  }
}
