// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import FuzzDriver

/// The canonical decoder accepts exactly what the encoder writes, and each item that the tolerant decoder reads has one encoding.
@main enum FuzzCBOR {
  static func main() {
    FuzzDriver.run { data, count in
      FuzzCBOR.check(Array(UnsafeBufferPointer(start: data, count: count)))
      return 0
    }
  }

  private static func check(_ input: [UInt8]) {
    let tolerant = try? CBORDecoder(profile: .rfc8949).decode(input)
    if let value = try? CBORDecoder(profile: .ctap2).decode(input) {
      var encoded = CBOREncoder(profile: .ctap2).encode(value)
      // The planted fault: an array that begins with a map loses its last byte.
      if FuzzDriver.plantsFault, value.arrayValue?.first?.mapValue != nil { encoded.removeLast() }
      FuzzDriver.require(encoded == input, "a canonical item encodes to its input")
      FuzzDriver.require(tolerant == value, "a canonical item is the same item to the tolerant decoder")
    }
    if let value = tolerant {
      let encoded = CBOREncoder(profile: .deterministic).encode(value)
      let again = (try? CBORDecoder(profile: .rfc8949).decode(encoded)).map { CBOREncoder(profile: .deterministic).encode($0) }
      FuzzDriver.require(again == encoded, "the deterministic encoding reads back as itself")
    }
    if let (_, rest) = try? CBORDecoder(profile: .rfc8949).decodePrefix(input[...]) {
      FuzzDriver.require((tolerant != nil) == rest.isEmpty, "an item is whole exactly when nothing follows it")
    }
  }
}
