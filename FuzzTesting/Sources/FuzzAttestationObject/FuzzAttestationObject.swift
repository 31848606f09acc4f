// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import FuzzDriver
import WebAuthnModel

/// An attestation object that was read and written reads back unchanged, with its authenticator data byte for byte.
@main enum FuzzAttestationObject {
  static func main() {
    FuzzDriver.run { data, count in
      FuzzAttestationObject.check(Array(UnsafeBufferPointer(start: data, count: count)))
      return 0
    }
  }

  private static func check(_ input: [UInt8]) {
    guard let object = try? AttestationObject(parsing: input) else { return }
    // The planted fault: treats a statement with three members as changed.
    if FuzzDriver.plantsFault, object.statement.mapValue?.count == 3 { fatalError("fuzzing: planted") }
    let again = try? AttestationObject(parsing: object.encoded)
    FuzzDriver.require(again == object, "an attestation object reads back")
    FuzzDriver.require(again?.authenticatorDataBytes == object.authenticatorDataBytes, "what was signed stays as it was received")
    FuzzDriver.require(
      (try? AuthenticatorData(parsing: object.authenticatorDataBytes)) == object.authenticatorData,
      "its authenticator data are those of the bytes")
    FuzzDriver.require(
      object.withoutStatement.authenticatorDataBytes == object.authenticatorDataBytes, "leaving the statement away changes nothing else")
  }
}
