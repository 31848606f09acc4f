// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FuzzDriver
import WebAuthnModel

/// The strict readers of posted responses accept nothing that the general JSON decoder reads differently.
@main enum FuzzResponses {
  static func main() {
    FuzzDriver.run { data, count in
      FuzzResponses.check(Array(UnsafeBufferPointer(start: data, count: count)))
      return 0
    }
  }

  private static func check(_ input: [UInt8]) {
    checkAuthentication(input)
    checkRegistration(input)
    checkBase64URL(input)
  }

  private static func checkAuthentication(_ input: [UInt8]) {
    guard let response = try? AuthenticationResponseJSON(parsing: input) else { return }
    FuzzDriver.require(
      (try? JSONDecoder().decode(AuthenticationResponseJSON.self, from: Data(input))) == response, "both readers read the same assertion")
    let written = (try? JSONEncoder().encode(response)).map(Array.init) ?? []
    FuzzDriver.require((try? AuthenticationResponseJSON(parsing: written)) == response, "an assertion reads back")
  }

  private static func checkRegistration(_ input: [UInt8]) {
    guard let response = try? RegistrationResponseJSON(parsing: input) else { return }
    let written = (try? JSONEncoder().encode(response)).map(Array.init) ?? []
    FuzzDriver.require((try? RegistrationResponseJSON(parsing: written)) == response, "an attestation response reads back")
  }

  private static func checkBase64URL(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    if let bytes = Base64URL(parsing: text) {
      // The planted fault: treats five bytes as changed.
      if FuzzDriver.plantsFault, bytes.bytes.count == 5 { fatalError("fuzzing: planted") }
      FuzzDriver.require(bytes.text == text, "bytes have one text")
    }
    FuzzDriver.require(Base64URL(parsing: Base64URL(input).text)?.bytes == input, "bytes read back from their text")
  }
}
