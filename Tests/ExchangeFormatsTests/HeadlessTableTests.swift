// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import ExchangeFormats
import Testing

@Suite("A table without a heading")
struct HeadlessTableTests {
  private static let shop = ["https://shop.example/login", "anne@shop.example", "p:w,1"]
  private static let mail = ["https://mail.example", "ben", "two words"]

  private static let orders: [(lines: [[String]], read: String)] = [
    ([shop, mail], "url, username, password"),
    ([["Shop"] + shop, ["Mail"] + mail], "title, url, username, password"),
    ([["Shop"] + shop + ["a note"], ["Mail"] + mail + [""]], "title, url, username, password, note"),
    ([["Shop", shop[1], shop[2], shop[0]], ["Mail", mail[1], mail[2], mail[0]]], "title, username, password, url"),
    ([shop + ["", "extra", "Shop", "Work", "0"], mail + ["", "", "Mail", "", "1"]], "url, username, password"),
  ]

  @Test(arguments: orders, [",", "|", ";", "\t"]) func `a table without a heading is read if its columns are unambiguous`(
    _ order: (lines: [[String]], read: String), _ separator: String
  ) throws {
    let text = order.lines.map { $0.map { "\"\($0)\"" }.joined(separator: separator) + "\r\n" }.joined()
    let collection = try ImportedText.read(Array(text.utf8))
    #expect(collection.findings.map(ImportedText.line) == ["missingMember at heading (read as \(order.read)): read leniently"])
    let logins = collection.items.flatMap(ImportedText.lines).filter { $0.hasPrefix("  login") }
    #expect(
      logins == [
        "  login anne@shop.example with p:w,1 at url https://shop.example/login", "  login ben with two words at url https://mail.example",
      ])
  }

  @Test(arguments: [
    "https://mail.example,user,Passwort\nhttps://shop.example,ben,two\n",
    "Email,https://mail.example,user,Passwort\nShop,https://shop.example,ben,two\n",
    "Mail,https://mail.example,user@mail.example,password\nShop,https://shop.example,ben,two\n",
  ])
  func `an entry whose cells are like the names of columns is not taken for a heading`(_ text: String) throws {
    let logins = try ImportedText.read(Array(text.utf8)).items.flatMap(ImportedText.lines).filter { $0.hasPrefix("  login") }
    #expect(logins.count == 2)
    #expect(logins[0].hasPrefix("  login user") && logins[0].lowercased().contains(" with pass"))
    #expect(logins[1] == "  login ben with two at url https://shop.example")
  }

  @Test func `Keeper's table has the folder before the title and the note after the address`() throws {
    let text = """
      "Work","Shop","anne","one","https://shop.example","two\nlines","","Kind","Staff"
      "Work\\Mail","Mail","ben","two","https://mail.example","","","TFC:Keeper","otpauth://totp/T?secret=JBSWY3DPEHPK3PXP"

      """
    let collection = try ImportedText.read(Array(text.utf8))
    #expect(
      ImportedText.lines(collection) == [
        "[Shop] in Work", "  login anne with one at url https://shop.example", "  note two\nlines", "  field Kind: Staff",
        "[Mail] in Work/Mail", "  login ben with two at url https://mail.example",
        "  code 324550 sha1 / 30 s, issuer -, account T",
        "missingMember at heading (read as folder, title, username, password, url, note): read leniently", "read 2",
      ])
  }

  @Test func `each line of Keeper's table may end in any number of name-value pairs`() throws {
    let text = """
      "Work","Shop","anne","one","https://shop.example","note","","Kind","Staff","TFC:Keeper","otpauth://totp/T?secret=JBSWY3DPEHPK3PXP"
      "","Mail","ben","two","https://mail.example","",""
      "","Door","cy","three","","","Shared","PIN","1234"

      """
    let read = try ImportedText.read(Array(text.utf8))
    #expect(read.items.map(\.title) == ["Shop", "Mail", "Door"] && read.items.map(\.parts.count) == [2, 1, 1])
    #expect(read.items.map { $0.annotations.fields.map(\.name) } == [["Kind"], [], ["PIN", "column 7"]])
  }

  @Test func `Keeper's table is read although user names have spaces and most entries have no password`() throws {
    let text = """
      "","Address","","","","",""
      "","Contact","","","","","","Name","Anne Bell"
      "Work\\Mail","Mail","anne bell","","https://mail.example","",""
      "","Shop","ben","two","https://shop.example","","","Website Address","https://pay.example","Hidden Field","h"

      """
    let read = try ImportedText.read(Array(text.utf8))
    #expect(
      ImportedText.lines(read).dropLast(2) == [
        "[Address]", "[Contact]", "  field Name: Anne Bell", "[Mail] in Work/Mail", "  login anne bell with - at url https://mail.example",
        "[Shop]", "  login ben with two at url https://shop.example", "  field Website Address: https://pay.example",
        "  hidden Hidden Field: h",
      ])
  }

  @Test func `a line of Dashlane's table may omit empty cells or have an extra one`() throws {
    let text = """
      "nothing but a title"
      "Shop","https://shop.example","anne","one",""
      "Mail","https://mail.example","ben","two","three words"
      "Note","","","","some words",""
      "Door","","anne","three",""

      """
    let collection = try ImportedText.read(Array(text.utf8))
    #expect(
      ImportedText.lines(collection) == [
        "[nothing but a title]", "[Shop]", "  login anne with one at url https://shop.example", "[Mail]",
        "  login ben with two at url https://mail.example", "  note three words", "[Note]", "  text some words", "[Door]",
        "  login anne with three", "missingMember at heading (read as title, url, username, password, note): read leniently",
        "missingMember at 0 url: kept in part", "read 5",
      ])
  }

  @Test(arguments: [
    "Shop,anne,secret\nMail,ben,secret\n", "https://a.example,https://b.example,anne,secret\n", "name,email,phone\nAnne,anne@a.example,1\n",
    "https://a.example,A page of some words,2024-01-01\n", "1,2,https://a.example,3,4\n",
  ])
  func `a table with ambiguous columns is refused because its columns are unknown`(_ text: String) {
    Array(text.utf8).withUnsafeBytes { bytes in
      #expect(ImportFormat.detect(bytes) == nil)
      #expect(ImportFormat.failure(bytes).code == .columnsUnknown)
    }
  }

  @Test(arguments: ["This is a letter.\nWith two lines.\n", "one, two\n", "a,b,c\nd,e\n", "\u{1}\u{2},\u{3}"])
  func `text that is not a table is refused as an unknown format`(_ text: String) {
    Array(text.utf8).withUnsafeBytes { bytes in #expect(ImportFormat.failure(bytes).code == .unknownFormat) }
  }

  @Test func `all short lines are reported in a single finding`() throws {
    let text = "name,url,username,password,note\n" + String(repeating: "Shop,https://shop.example,anne,secret\n", count: 11)
    #expect(
      try ImportedText.read(Array(text.utf8)).findings.map(ImportedText.line) == ["missingMember at note (11 lines): kept in part"])
    let single = "name,url,username,password,note\nShop,https://shop.example,anne\n"
    #expect(try ImportedText.read(Array(single.utf8)).findings.map(ImportedText.line) == ["missingMember at 0 password: kept in part"])
  }

  @Test func `a broken quotation mark is reported with its line number, and the other lines are read`() throws {
    let text = "name,url,username,password\nShop,https://shop.example,anne,\"one\nMail,https://mail.example,ben,two\n"
    let collection = try ImportedText.read(Array(text.utf8))
    #expect(
      collection.findings.map(ImportedText.line)
        == ["malformedValue at 0 line 2 (a quotation mark is missing or too much): read leniently"])
    #expect(
      collection.items.flatMap(ImportedText.lines).filter { $0.hasPrefix("  login") } == [
        "  login anne with \"one at url https://shop.example", "  login ben with two at url https://mail.example",
      ])
  }
}
