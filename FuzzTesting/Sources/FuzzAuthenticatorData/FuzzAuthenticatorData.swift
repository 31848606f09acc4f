// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import WebAuthnModel

/// Authenticator data announce their parts in their flags and read back unchanged.
@main enum FuzzAuthenticatorData {
  static func main() {
    FuzzDriver.run { data, count in
      FuzzAuthenticatorData.check(Array(UnsafeBufferPointer(start: data, count: count)))
      return 0
    }
  }

  private static func check(_ input: [UInt8]) {
    guard let data = try? AuthenticatorData(parsing: input) else { return }
    // The planted fault: treats a counter above one byte as changed.
    if FuzzDriver.plantsFault, data.signCount > 0xff { fatalError("fuzzing: planted") }
    FuzzDriver.require((try? AuthenticatorData(parsing: data.encoded)) == data, "authenticator data read back")
    FuzzDriver.require(
      data.flags.contains(.attestedCredentialData) == (data.attestedCredentialData != nil), "the flag AT says what is there")
    FuzzDriver.require(data.flags.contains(.extensionData) == (data.extensions != nil), "the flag ED says what is there")
    if data.extensions == nil {
      FuzzDriver.require(data.encoded == input, "authenticator data without extensions are written as they were read")
    }
  }
}
