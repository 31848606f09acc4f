// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalFiles
import Testing

@Suite("The user's base directories (XDG Base Directory Specification)")
struct BaseDirectoryTests {
  @Test(
    "come from the variable, or from the default place in the home folder",
    arguments: [
      (BaseDirectory.configuration, "XDG_CONFIG_HOME", "/h/.config"), (.data, "XDG_DATA_HOME", "/h/.local/share"),
      (.state, "XDG_STATE_HOME", "/h/.local/state"),
    ])
  func place(_ directory: BaseDirectory, _ variable: String, _ usual: String) {
    #expect(directory.path { [variable: "/x", "HOME": "/h"][$0] } == "/x")
    #expect(directory.path { ["HOME": "/h"][$0] } == usual)
    #expect(directory.passfold("name") { ["HOME": "/h"][$0] } == usual + "/passfold/name")
  }

  @Test("ignore a relative path, in the variable and in HOME")
  func relative() {
    #expect(BaseDirectory.data.path { ["XDG_DATA_HOME": "x", "HOME": "/h"][$0] } == "/h/.local/share")
    #expect(BaseDirectory.data.path { ["XDG_DATA_HOME": "", "HOME": "h"][$0] } == nil)
    #expect(BaseDirectory.data.path { _ in nil } == nil)
  }
}
