// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalEndpoint
import Testing

@Suite("The folders of an installation")
struct InstallationTests {
  @Test(
    "every program of a prefix finds the same translations, including the vault in its bundle",
    arguments: [
      "/usr/bin", "/usr/libexec/passfold", "/usr/lib/passfold/providers/Passfold.provider",
    ])
  func translations(programFolder: String) {
    #expect(Installation(programFolder: programFolder).localeFolder == "/usr/share/locale")
  }

  @Test("a prefix in the user's home folder has its own translations")
  func home() {
    let bundle = "/people/anne/.local/lib/passfold/providers/Passfold.provider"
    #expect(Installation(programFolder: bundle).localeFolder == "/people/anne/.local/share/locale")
  }
}
