// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import passfold

@Suite("The place and the number of an account")
struct AccountArgumentsTests {
  @Test(
    "the place stands before the option or behind the number's groups",
    arguments: [
      ("https://sync.example", ["0011", "2233"]), (nil, ["0011", "2233", "https://sync.example"]),
      (nil, ["https://sync.example", "0011 2233"]),
    ])
  func places(place: String?, account: [String]) throws {
    let given = try #require(AccountArguments(place: place, account: account))
    #expect(given.place == "https://sync.example" && given.number == "00112233")
  }

  @Test("a folder's path is a place as well")
  func folder() {
    #expect(AccountArguments(place: nil, account: ["0011", "/mnt/stick"])?.place == "/mnt/stick")
  }

  @Test(
    "a missing place, a missing number and two places are refused",
    arguments: [(nil, ["0011"]), ("https://sync.example", []), (nil, ["/mnt/stick"]), ("/mnt/stick", ["0011", "https://sync.example"])])
  func refused(place: String?, account: [String]) {
    #expect(AccountArguments(place: place, account: account) == nil)
  }
}
