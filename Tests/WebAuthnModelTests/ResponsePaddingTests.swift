// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WebAuthnModel

@Suite("Byte strings in responses, as pages encode them")
struct ResponsePaddingTests {
  static func signature(written text: String) throws -> [UInt8] {
    let json = #"{"clientDataJSON":"AA==","authenticatorData":"AAA=","signature":"\#(text)","userHandle":null}"#
    return try JSONDecoder().decode(AuthenticationResponseJSON.AssertionResponse.self, from: Data(json.utf8)).signature.bytes
  }

  @Test(
    "full padding, no padding and the standard alphabet are accepted",
    arguments: [("_w", 1), ("_w==", 1), ("__8", 2), ("__8=", 2), ("____", 3), ("/w==", 1), ("/w", 1), ("", 0)])
  func taken(text: String, count: Int) throws {
    #expect(try Self.signature(written: text) == Array(repeating: 0xff, count: count))
  }

  @Test(
    "partial or unnecessary padding, unused bits and mixed alphabets are refused",
    arguments: ["_w=", "__8==", "____=", "_===", "=", "====", "_x==", "_+__", "_w==_w"])
  func refused(text: String) {
    #expect(throws: DecodingError.self) { try Self.signature(written: text) }
  }

  @Test("options are strict, as in browsers")
  func options() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(PublicKeyCredentialRequestOptionsJSON.self, from: Data(#"{"challenge":"AA=="}"#.utf8))
    }
  }
}
