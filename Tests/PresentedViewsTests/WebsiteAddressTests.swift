// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Testing

@Suite("The website address of an entry")
struct WebsiteAddressTests {
  @Test("is https for a domain, and unchanged for an https address")
  func websites() {
    #expect(WebsiteAddress.text(of: "shop.example") == "https://shop.example/")
    #expect(WebsiteAddress.text(of: "https://login.shop.example/sign-in?to=1") == "https://login.shop.example/sign-in?to=1")
    #expect(WebsiteAddress.text(of: "HTTPS://shop.example") == "HTTPS://shop.example")
  }

  @Test(
    "is nothing for any other service",
    arguments: [
      "", "shop", "shop.", ".example", "shop..example", "http://shop.example", "file:///etc/passwd", "javascript:alert(1)",
      "otpauth://totp/a",
      "androidapp://org.example", "shop.example/path", "shop.example:8443", "--help", "https://shop.example/a b", "https://shop.example/\n",
      "müller.example",
    ])
  func nothingElse(service: String) {
    #expect(WebsiteAddress.text(of: service) == nil)
  }
}
