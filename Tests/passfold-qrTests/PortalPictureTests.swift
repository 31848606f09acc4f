// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import passfold_qr

@Suite("A portal's answer")
struct PortalPictureTests {
  @Test("names a file on this machine, percent-encoded")
  func files() {
    #expect(
      PortalPicture(uri: "file:///home/user/Screenshot%20from%20%C3%BC%231.png", asked: 0)?.path == "/home/user/Screenshot from ü#1.png")
    #expect(PortalPicture(uri: "file:///run/user/1000/doc/1/a.png", asked: 0)?.path == "/run/user/1000/doc/1/a.png")
  }

  @Test(
    "is refused if it does not name such a file",
    arguments: [
      "", "file://", "file://host/a.png", "/a.png", "http://a/b.png", "file:///%", "file:///%4", "file:///%gg", "file:///%00",
      "file:///%ff", "file:///%+1",
    ])
  func refused(uri: String) {
    #expect(PortalPicture(uri: uri, asked: 0) == nil)
  }
}
