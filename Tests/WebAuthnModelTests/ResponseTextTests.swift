// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WebAuthnModel

@Suite("Responses parsed from their text")
struct ResponseTextTests {
  static func authentication(_ more: String = "", inside: String = "") -> String {
    #"{"id":"AAEC","rawId":"AAEC","response":{"clientDataJSON":"e30","authenticatorData":"AA","signature":"AAA"\#(inside)},"#
      + #""type":"public-key"\#(more)}"#
  }

  static func registration(_ more: String = "", inside: String = "") -> String {
    #"{"id":"AAEC","rawId":"AAEC","response":{"clientDataJSON":"e30","attestationObject":"oA"\#(inside)},"type":"public-key"\#(more)}"#
  }

  @Test(
    "an authentication response is read as JSONDecoder reads it",
    arguments: [
      authentication(), "\n " + authentication() + "\r\n\t",
      authentication(#", "clientExtensionResults" : { } , "authenticatorAttachment":null"#),
      authentication(#","clientExtensionResults":null,"authenticatorAttachment":"cross-platform","other":[{"a":1,"a":2},-1e3,"\u00e9"]"#),
      authentication(#","clientExtensionResults":{"credProps":{"rk":true},"prf":{"results":{"first":"AA"}},"appid":false}"#),
      authentication(inside: #","userHandle":null"#), authentication(inside: #","userHandle":"","other":{}"#),
      authentication(inside: #","userHandle":"AA=="},"other":{"x":"y""#), authentication(inside: #","userHandle":"\/w\u003d\u003d""#),
      authentication().replacing("signature", with: #"\u0073ignature"#),
      authentication().replacing(#""id":"AAEC""#, with: #""id":"é😀""#),
    ])
  func authentications(text: String) throws {
    #expect(
      try AuthenticationResponseJSON(parsing: Array(text.utf8))
        == JSONDecoder().decode(AuthenticationResponseJSON.self, from: Data(text.utf8)))
  }

  @Test(
    "a registration response is read as JSONDecoder reads it",
    arguments: [
      registration(), registration(#","clientExtensionResults":{"credProps":{"rk":true}}"#),
      registration(inside: #","transports":["internal","hybrid"],"publicKeyAlgorithm":-7,"publicKey":null"#),
    ])
  func registrations(text: String) throws {
    #expect(
      try RegistrationResponseJSON(parsing: Array(text.utf8)) == JSONDecoder().decode(RegistrationResponseJSON.self, from: Data(text.utf8)))
  }

  @Test(
    "an authentication response with missing, repeated or wrongly typed members, or other text, is refused",
    arguments: [
      "", "null", "[]", "{}", authentication() + "x", authentication(","), authentication(#","id":"AAEC""#),
      authentication(#","x":1,"x":2"#), authentication(#","\u0069d":"AAEC""#), authentication(inside: #","signature":"AAA""#),
      authentication(inside: #","userHandle":1"#), authentication(inside: #","userHandle":"A""#),
      authentication(#","clientExtensionResults":[]"#), authentication(#","clientExtensionResults":{"prf":1}"#),
      authentication(#","authenticatorAttachment":1"#), authentication().replacing("e30", with: "e3-/"),
      authentication().replacing(#""type""#, with: #""kind""#), authentication().replacing(#","signature":"AAA""#, with: ""),
      authentication().replacing(#""rawId":"AAEC","#, with: ""), authentication().replacing(#""id":"AAEC""#, with: #""id":null"#),
      authentication(#","x":"# + String(repeating: "[", count: 100_000)),
    ])
  func refused(text: String) {
    #expect(throws: WebAuthnModelError.self) { try AuthenticationResponseJSON(parsing: Array(text.utf8)) }
  }

  @Test(
    "a registration response with such faults is refused",
    arguments: [
      "", "{}", registration() + "{}", registration(#","id":"AAEC""#), registration(#","x":1,"x":2"#),
      registration(inside: #","attestationObject":"oA""#), registration(inside: #","transports":[1]"#),
      registration().replacing(#","attestationObject":"oA""#, with: ""),
    ])
  func refusedRegistrations(text: String) {
    #expect(throws: WebAuthnModelError.self) { try RegistrationResponseJSON(parsing: Array(text.utf8)) }
  }
}
