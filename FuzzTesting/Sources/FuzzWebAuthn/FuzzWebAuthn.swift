// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import WebAuthnModel

/// What a stranger sends in a ceremony reads back as the same once it was read and written.
@main enum FuzzWebAuthn {
  static func main() {
    FuzzDriver.run { data, count in
      let input = Array(UnsafeBufferPointer(start: data, count: count))
      FuzzWebAuthn.checkAttestationObject(input)
      FuzzWebAuthn.checkAuthenticatorData(input)
      FuzzWebAuthn.checkKey(input)
      FuzzWebAuthn.checkClientData(input)
      FuzzWebAuthn.checkBase64URL(input)
      return 0
    }
  }

  private static func checkAttestationObject(_ input: [UInt8]) {
    guard let object = try? AttestationObject(parsing: input) else { return }
    FuzzDriver.require((try? AttestationObject(parsing: object.encoded)) == object, "an attestation object reads back")
    checkAuthenticatorData(object.authenticatorDataBytes)
  }

  private static func checkAuthenticatorData(_ input: [UInt8]) {
    guard let data = try? AuthenticatorData(parsing: input) else { return }
    // The planted fault: a counter beyond one byte is taken for another.
    if FuzzDriver.plantsFault, data.signCount > 0xff { fatalError("fuzzing: planted") }
    FuzzDriver.require((try? AuthenticatorData(parsing: data.encoded)) == data, "authenticator data read back")
    FuzzDriver.require(
      data.flags.contains(.attestedCredentialData) == (data.attestedCredentialData != nil), "the flag AT says what is there")
    FuzzDriver.require(data.flags.contains(.extensionData) == (data.extensions != nil), "the flag ED says what is there")
    if data.extensions == nil {
      FuzzDriver.require(data.encoded == input, "authenticator data without extensions are written as they were read")
    }
  }

  private static func checkKey(_ input: [UInt8]) {
    guard let key = try? COSEKey(encoded: input) else { return }
    FuzzDriver.require((try? COSEKey(encoded: key.encoded)) == key, "a public key reads back")
  }

  private static func checkClientData(_ input: [UInt8]) {
    guard let data = try? CollectedClientData(parsing: input), let again = try? CollectedClientData(parsing: data.serialized) else {
      return
    }
    for (left, right) in [(data.type, again.type), (data.challenge, again.challenge), (data.origin, again.origin)] {
      FuzzDriver.require(left.utf8.elementsEqual(right.utf8), "client data read back")
    }
    FuzzDriver.require((data.crossOrigin ?? false) == again.crossOrigin, "crossOrigin reads back")
    FuzzDriver.require(again.serialized == data.serialized, "client data have one serialisation")
  }

  private static func checkBase64URL(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    if let bytes = Base64URL(parsing: text) { FuzzDriver.require(bytes.text == text, "bytes have one text") }
    FuzzDriver.require(Base64URL(parsing: Base64URL(input).text)?.bytes == input, "bytes read back from their text")
  }
}
