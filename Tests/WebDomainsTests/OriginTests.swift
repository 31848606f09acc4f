// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import WebDomains

func refusal<Value>(_ body: () throws(WebDomainsError) -> Value) -> WebDomainsError.Code? {
  do throws(WebDomainsError) {
    _ = try body()
    return nil
  } catch {
    return error.code
  }
}

@Suite("An origin")
struct OriginTests {
  @Test(
    "is read from its serialisation and written back",
    arguments: [
      "https://shop.example", "http://localhost:8080", "https://127.0.0.1", "http://[::1]:3000", "https://xn--bcher-kva.example:8443",
    ])
  func roundTrip(text: String) throws {
    #expect(try Origin(parsing: text).description == text)
  }

  @Test(
    "is not read from a text that is not a serialised origin",
    arguments: [
      ("https://shop.example/", WebDomainsError.Code.notAnOrigin), ("https://Shop.example", .notAnOrigin),
      ("https://shop.example:443", .notAnOrigin),
      ("https://shop.example.", .invalidHost), ("https://", .invalidHost), ("https:shop.example", .notAnOrigin),
      ("shop.example", .notAnOrigin),
      ("https://user@shop.example", .userInformation), ("https://shop.example:0", .invalidPort),
      ("https://shop.example:65536", .invalidPort),
      ("https://shop.example:+80", .invalidPort), ("https://127.1", .invalidHost), ("https://0x7f.0.0.1", .invalidHost),
      ("https://1.2.3.04", .invalidHost),
      ("https://[::1", .invalidHost), ("https://[1::2::3]", .invalidHost), ("https://a b.example", .notAnOrigin),
      ("https://shop.example\\.evil.example", .notAnOrigin),
      ("ftp://shop.example", .unsupportedScheme), ("chrome-extension://abcdef", .unsupportedScheme), ("", .notAnOrigin),
    ])
  func refused(text: String, code: WebDomainsError.Code) {
    #expect(refusal { () throws(WebDomainsError) in try Origin(parsing: text) } == code)
  }

  @Test(
    "is not read from a text with an opaque origin",
    arguments: ["null", "data:text/html,x", "file:///etc/passwd", "blob:https://shop.example/1", "about:blank", "javascript:0"])
  func opaque(text: String) {
    #expect(refusal { () throws(WebDomainsError) in try Origin(parsing: text) } == .opaqueOrigin)
  }

  @Test("is taken from a URL, whatever the path, case and default port")
  func url() throws {
    #expect(try Origin(url: "HTTPS://Login.Shop.Example:443/a?b#c:d@e").description == "https://login.shop.example")
    #expect(try Origin(url: "https://bücher.example/").description == "https://xn--bcher-kva.example")
    #expect(try Origin(url: "http://[0:0:0:0:0:0:0:1]:80").description == "http://[::1]")
  }

  @Test(
    "is potentially trustworthy with TLS, and without it only on this machine",
    arguments: [
      ("https://shop.example", true), ("http://shop.example", false), ("http://localhost", true), ("http://app.localhost:1", true),
      ("http://127.8.9.1", true),
      ("http://[::1]", true), ("http://128.0.0.1", false), ("http://localhost.example", false), ("http://[::2]", false),
    ])
  func secureContext(text: String, trusted: Bool) throws {
    #expect(try Origin(parsing: text).isPotentiallyTrustworthy == trusted)
  }

  @Test("is same-site with hosts under the same registrable domain and scheme")
  func sameSite() throws {
    let login = try Origin(parsing: "https://login.shop.example")
    #expect(login.isSameSite(as: try Origin(parsing: "https://shop.example:8443")))
    #expect(!login.isSameSite(as: try Origin(parsing: "http://login.shop.example")))
    #expect(!login.isSameSite(as: try Origin(parsing: "https://login.shop2.example")))
    #expect(!(try Origin(parsing: "https://a.github.io")).isSameSite(as: try Origin(parsing: "https://b.github.io")))
    #expect((try Origin(parsing: "https://192.0.2.1")).isSameSite(as: try Origin(parsing: "https://192.0.2.1:444")))
  }

  @Test(
    "has IPv6 addresses in their shortest form",
    arguments: [
      ("[2001:DB8:0:0:1:0:0:1]", "[2001:db8::1:0:0:1]"), ("[::ffff:1.2.3.4]", "[::ffff:102:304]"),
      ("[1:0:2:3:4:5:6:7]", "[1:0:2:3:4:5:6:7]"), ("[::]", "[::]"),
      ("[1::]", "[1::]"), ("[0:0:1:2:3:4:0:0]", "[::1:2:3:4:0:0]"),
    ])
  func ipv6(text: String, serialized: String) throws {
    #expect(try WebHost(parsing: text).serialized == serialized)
  }

  @Test(
    "has no host that is a malformed IPv6 address",
    arguments: ["[:::]", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]", "[12345::]", "[::1%eth0]", "[::1.2.3]", "[]", "[1::2::]", "[:1]"])
  func notIPv6(text: String) {
    #expect(refusal { () throws(WebDomainsError) in try WebHost(parsing: text) } == .invalidHost)
  }

  @Test(
    "has Unicode names converted to A-labels",
    arguments: [
      ("Bücher.example", "xn--bcher-kva.example"), ("食狮.com.cn", "xn--85x722f.com.cn"), ("münchen。example", "xn--mnchen-3ya.example"),
      ("bu\u{308}cher.example", "xn--bcher-kva.example"), ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"),
      ("ｓｈｏｐ．example", "shop.example"), ("ΌΜΗΡΟΣ.example", "xn--sxajkhl3c.example"), ("\u{210d}\u{fc}te.example", "xn--hte-hoa.example"),
    ])
  func idn(name: String, ascii: String) throws {
    #expect(try WebHost(parsing: name) == .domain(ascii))
  }

  @Test(
    "has no Unicode name that maps to characters not allowed in a domain name",
    arguments: ["a\u{2100}b.example", "shop\u{0}\u{fc}.example", "\u{fc} b.example", "shop\u{ff0f}\u{fc}.example"])
  func notIDN(name: String) {
    #expect(refusal { () throws(WebDomainsError) in try WebHost(parsing: name) } == .invalidHost)
  }
}
