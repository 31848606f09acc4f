// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import Testing

@Suite("The Assuan line parser")
struct AssuanLineTests {
  private func parse(_ text: String) -> AssuanLine.Reply? {
    Array(text.utf8).withUnsafeBytes { AssuanLine.parse($0) }
  }

  private func unescape(_ text: String, capacity: Int = 64) -> String? {
    var target = [UInt8](repeating: 0, count: capacity)
    let count = Array(text.utf8).withUnsafeBytes { source in target.withUnsafeMutableBytes { AssuanLine.unescape(source, into: $0) } }
    return count.map { String(decoding: target[..<$0], as: UTF8.self) }
  }

  @Test(
    "reads each form of a server's line",
    arguments: [
      ("OK", AssuanLine.Reply.ok), ("OK Pleased to meet you", .ok), ("ERR 83886179 Operation cancelled <Pinentry>", .error(83_886_179)),
      ("ERR 5", .error(5)), ("D secret", .data(2..<8)), ("D ", .data(2..<2)), ("S PIN_REPEATED", .status("PIN_REPEATED")),
      ("S PASSWORD_FROM_CACHE yes", .status("PASSWORD_FROM_CACHE")), ("# remark", .comment), ("INQUIRE QUALITY abc", .inquiry),
    ])
  func forms(line: String, reply: AssuanLine.Reply) {
    #expect(parse(line) == reply)
  }

  @Test("refuses a line that is not in the protocol", arguments: ["", "OKAY", "D", "ERR", "ERR x", "ERR 99999999999", "hello", " OK"])
  func strangers(line: String) {
    #expect(parse(line) == nil)
  }

  @Test("refuses a line above 1000 bytes")
  func longLine() {
    #expect(parse("D " + String(repeating: "a", count: 998)) == .data(2..<1000))
    #expect(parse("D " + String(repeating: "a", count: 999)) == nil)
  }

  @Test("decodes percent escapes with upper- or lower-case digits")
  func escapes() {
    #expect(unescape("100%25 sure%0Aline%0d") == "100% sure\nline\r")
  }

  @Test("refuses broken escapes and data that does not fit", arguments: ["%", "%2", "%zz", "a%", "12345"])
  func brokenEscapes(data: String) {
    #expect(unescape(data, capacity: 4) == nil)
  }

  @Test("escapes percent signs and line breaks in a text and drops other control and direction characters")
  func commands() {
    let line = AssuanLine.command("SETDESC", "50%\nnext\u{1B}[31m\u{202E}end")
    #expect(String(decoding: line, as: UTF8.self) == "SETDESC 50%25%0Anext[31mend\n")
    #expect(AssuanLine.command("GETPIN") == Array("GETPIN\n".utf8))
  }

  @Test("cuts a text that does not fit between characters")
  func cutting() {
    let line = AssuanLine.command("SETDESC", String(repeating: "é", count: 600))
    #expect(line.count <= AssuanLine.byteLimit + 1)
    #expect(String(validating: line, as: UTF8.self) != nil)
  }
}
