// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalFiles
import Testing

@Suite("Percent-encoded paths (RFC 3986 §2.1)")
struct PercentEncodedPathTests {
  @Test("An escape is decoded to its byte, with digits in either case")
  func escapes() {
    #expect(PercentEncodedPath.decoded("/run/a%20b%C3%a4") == "/run/a bä")
    #expect(PercentEncodedPath.decoded("/plain+path") == "/plain+path")
  }

  @Test(
    "A text with a broken escape, a null byte or invalid UTF-8 is refused", arguments: ["/a%", "/a%2", "/a%zz", "/a%+1", "/a%00", "/a%ff"])
  func refusals(_ text: String) {
    #expect(PercentEncodedPath.decoded(text) == nil)
  }
}
