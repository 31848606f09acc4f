// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FetchProtocol
import Testing

@Suite("Requests to a fetching process")
struct FetchRequestTests {
  static let plain = "host shop.example\nport 443\ntarget /.well-known/webauthn\nbytes 65536\nmilliseconds 10000\n\n"

  @Test("are lines with a name and a value, followed by an empty line")
  func form() throws {
    let request = FetchRequest(host: "shop.example", target: "/.well-known/webauthn", maximumByteCount: 65536, milliseconds: 10000)
    let bytes = try #require(request.encoded)
    #expect(String(decoding: bytes, as: UTF8.self) == Self.plain)
    #expect(FetchRequest(parsing: bytes) == request)
  }

  @Test("include a developer's address, port and certificate authority")
  func route() throws {
    var request = FetchRequest(host: "shop.example", target: "/a?b=c d", maximumByteCount: 0, milliseconds: 1)
    for authority in [nil, "/etc/shop/my ca.pem"] {
      request.route = FetchRoute(address: "::1", port: 8443, authority: authority)
      #expect(FetchRequest(parsing: try #require(request.encoded)) == request)
    }
  }

  @Test("cannot be written with a value that does not fit on a line", arguments: ["/a\nroute-port 1", "/\u{7f}", "/é", "/\0", ""])
  func injection(target: String) {
    #expect(FetchRequest(host: "shop.example", target: target, maximumByteCount: 1, milliseconds: 1).encoded == nil)
  }

  @Test(
    "that are incomplete, repeat a name or continue after the end are refused",
    arguments: [
      "", "\n", String(plain.dropLast()), plain + "x", plain.replacing("443", with: "0"), plain.replacing("443", with: "65536"),
      plain.replacing("target /", with: "target x/"), plain.replacing("host shop.example\n", with: ""), "host a.example\n" + plain,
      plain.replacing("10000", with: "60001"), plain.replacing("65536", with: "-1"), plain.replacing("bytes 65536", with: "bytes"),
      plain.replacing("\n\n", with: "\nroute-port 8443\n\n"), plain.replacing("\n\n", with: "\nroute-address 127.0.0.1\n\n"),
      plain.replacing("\n\n", with: "\nroute-authority /ca.pem\n\n"), plain.replacing("shop", with: "sh\u{1}op"), " a\n" + plain,
    ])
  func malformed(text: String) {
    #expect(FetchRequest(parsing: Array(text.utf8)) == nil)
  }
}

@Suite("Outcomes of a fetching process")
struct FetchOutcomeTests {
  @Test("are a status, its header values and the body")
  func answer() {
    for answer in [
      FetchAnswer(status: 200, contentType: "application/json; charset=utf-8", body: Array("{}\n\n{}".utf8)),
      FetchAnswer(status: 301, redirect: "https://www.shop.example/"), FetchAnswer(status: 404),
    ] {
      #expect(FetchOutcome(parsing: FetchOutcome.answer(answer).encoded) == .answer(answer))
    }
  }

  @Test("omit server values that do not fit on a line")
  func injection() {
    let written = FetchAnswer(
      status: 200, contentType: "application/json\nredirect https://a.example/", redirect: String(repeating: "a", count: 4097), body: [1])
    #expect(FetchOutcome(parsing: FetchOutcome.answer(written).encoded) == .answer(FetchAnswer(status: 200, body: [1])))
  }

  @Test("name only failures that a fetching process can have")
  func failure() {
    #expect(FetchOutcome(parsing: FetchOutcome.failure(.privateAddress).encoded) == .failure(.privateAddress))
    for text in ["failure busy\n\n", "failure x\n\n", "failure privateAddress\n\nmore", "failure\n\n"] {
      #expect(FetchOutcome(parsing: Array(text.utf8)) == nil)
    }
  }

  @Test(
    "in another form are refused",
    arguments: [
      "", "status 200", "status 200\n", "status 99\n\n", "status 600\n\n", "status x\n\n",
      "type a\n\n", "status 200\nstatus 200\n\n",
    ])
  func malformed(text: String) {
    #expect(FetchOutcome(parsing: Array(text.utf8)) == nil)
  }

  @Test("are refused if the head is too long or has too many lines")
  func bounded() {
    let line = "a" + String(repeating: " a", count: 5000) + "\n\n"
    #expect(FetchOutcome(parsing: Array(("status 200\n" + line).utf8)) == nil)
    let many = (0..<17).map { "n\($0) a\n" }.joined() + "\n"
    #expect(FetchOutcome(parsing: Array(many.utf8)) == nil)
  }
}
