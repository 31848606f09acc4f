// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ExchangeFormats
import Testing

/// Android applications in Enpass's JSON.
struct EnpassApplicationTests {
  @Test(arguments: [
    "com.example.shop", "android://com.example.shop", "androidapp://com.example.shop",
    "android://c2hhMjU2b2ZhY2VydGlmaWNhdGU==@com.example.shop",
  ])
  func `an Android app in an Enpass entry is read as a service of the login`(_ value: String) throws {
    let field = #"{"type":".Android#","label":"Autofill Info","value":"\#(value)","sensitive":0,"deleted":0}"#
    let file = #"{"folders":[],"items":[{"title":"t","category":"login","fields":[\#(field)]}]}"#
    #expect(ImportedText.lines(try ImportedText.read(Array(file.utf8))) == ["[t]", "  login - with - at app com.example.shop", "read 1"])
  }
}
