// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ExchangeFormats
import Testing

/// LastPass's placeholders for missing values.
struct LastPassTableTests {
  @Test(arguments: ["http://", "https://", ""])
  func `LastPass's placeholders for a missing address and folder are ignored without a finding`(_ address: String) throws {
    let file = "url,username,password,totp,extra,name,grouping,fav\n\(address),u,p,,,t,(none),0\n"
    #expect(ImportedText.lines(try ImportedText.read(Array(file.utf8))) == ["[t]", "  login u with p", "read 1"])
  }
}
