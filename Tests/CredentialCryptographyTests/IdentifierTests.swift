// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Testing

@Suite("The text of an identifier")
struct IdentifierTests {
  @Test(
    "is read in upper or lower case and with or without groups, and written in one form",
    arguments: ["00112233445566778899aabbccddeeff", "0011 2233 4455 6677 8899 AABB CCDD EEFF", "00112233-4455-6677-8899-aAbBcCdDeEfF"])
  func forms(text: String) {
    #expect(DeviceIdentifier(text: text)?.text == "00112233445566778899aabbccddeeff")
  }

  @Test(
    "is refused with a sign, another letter or another number of digits",
    arguments: [
      "", "00112233445566778899aabbccddee", "00112233445566778899aabbccddeeff00", "+0112233445566778899aabbccddeeff",
      "g0112233445566778899aabbccddeeff", "００112233445566778899aabbccddeeff",
    ])
  func refused(text: String) {
    #expect(DeviceIdentifier(text: text) == nil)
  }
}
