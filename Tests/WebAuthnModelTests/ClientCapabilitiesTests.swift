// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WebAuthnModel

@Suite("Client capabilities (WebAuthn L3 §5.1.7)")
struct ClientCapabilitiesTests {
  @Test("may be true, false, absent or unknown to the specification")
  func read() throws {
    let json = Data(#"{"conditionalCreate":true,"relatedOrigins":false,"extension:prf":true,"later":true}"#.utf8)
    let capabilities = try JSONDecoder().decode(PublicKeyCredentialClientCapabilitiesJSON.self, from: json)
    #expect(capabilities[.conditionalCreate] == true)
    #expect(capabilities[.relatedOrigins] == false)
    #expect(capabilities[.conditionalGet] == nil)
    #expect(capabilities[.processing(extension: "prf")] == true)
    #expect(capabilities[.init(rawValue: "later")] == true)
    let written = try JSONEncoder().encode(capabilities)
    #expect(try JSONDecoder().decode(PublicKeyCredentialClientCapabilitiesJSON.self, from: written) == capabilities)
  }

  @Test("with values other than Booleans are refused", arguments: [#"{"conditionalGet":1}"#, #"{"conditionalGet":"true"}"#, "[]"])
  func refused(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(PublicKeyCredentialClientCapabilitiesJSON.self, from: Data(text.utf8))
    }
  }
}
