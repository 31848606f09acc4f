// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import passfold

@Suite("The account arguments of a command")
struct AccountArgumentsTests {
  @Test(
    "accept the place before, or in any position among, the groups of the number",
    arguments: [
      ("https://sync.example", ["0011", "2233"]), (nil, ["0011", "2233", "https://sync.example"]),
      (nil, ["https://sync.example", "0011 2233"]),
    ])
  func places(place: String?, account: [String]) throws {
    let given = try #require(AccountArguments(place: place, account: account))
    #expect(given.place == "https://sync.example" && given.number == "00112233")
  }

  @Test("accept a folder's path as a place")
  func folder() {
    #expect(AccountArguments(place: nil, account: ["0011", "/mnt/stick"])?.place == "/mnt/stick")
  }

  @Test(
    "are refused without a place or a number, or with two places",
    arguments: [(nil, ["0011"]), ("https://sync.example", []), (nil, ["/mnt/stick"]), ("/mnt/stick", ["0011", "https://sync.example"])])
  func refused(place: String?, account: [String]) {
    #expect(AccountArguments(place: place, account: account) == nil)
  }
}
