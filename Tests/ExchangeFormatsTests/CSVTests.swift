// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import ExchangeFormats
import SecretMemory
import Testing

struct CSVTests {
  private static let texts: [(text: String, cells: [[String]])] = [
    ("a,b\r\n1,2\r\n", [["a", "b"], ["1", "2"]]),
    ("a,b\n1,2", [["a", "b"], ["1", "2"]]),
    ("a,b\r1,2\r", [["a", "b"], ["1", "2"]]),
    ("\u{FEFF}a;b\n1;2,5\n", [["a", "b"], ["1", "2,5"]]),
    ("a|b\n1|2,5\n", [["a", "b"], ["1", "2,5"]]), ("a,b|c\n1,2|3\n", [["a", "b|c"], ["1", "2|3"]]),
    ("a,b\n1,2\n\u{1A}\0", [["a", "b"], ["1", "2"]]),
    ("a\tb\n1\t\n", [["a", "b"], ["1", ""]]),
    ("sep=;\r\na;b\r\n1;2\r\n", [["a", "b"], ["1", "2"]]),
    ("\n\n\"a\",\"b\"\n\n\"1\n\"\"2\"\"\",\"\"\n\n", [["a", "b"], ["1\n\"2\"", ""]]),
    ("a,b\n=1+2,-3 \"x\" y\n", [["a", "b"], ["=1+2", "-3 \"x\" y"]]),
    ("a,b\n1,2,3\n4\n", [["a", "b"], ["1", "2", "3"], ["4"]]),
    ("", [[]]),
  ]

  @Test(arguments: texts) func `cells are read correctly, both as strings and as secrets`(_ sample: (text: String, cells: [[String]]))
    throws
  {
    try Array(sample.text.utf8).withUnsafeBytes { bytes in
      let table = try CSVReader.table(of: bytes)
      let lines = [table.heading] + table.rows
      #expect(lines.map { $0.map { CSVTable.string($0, in: bytes) } } == sample.cells)
      let secrets = lines.map { $0.map { CSVTable.secret($0, in: bytes).withBytes { String(decoding: $0, as: UTF8.self) } } }
      #expect(secrets == sample.cells)
    }
  }

  @Test(arguments: ["\"a", "\"a\"b,c\n1,2\n"])
  func `a heading with an unclosed quotation, or text after a closed one, is refused`(_ text: String) {
    #expect(throws: CredentialExchangeError.self) { try Array(text.utf8).withUnsafeBytes { _ = try CSVReader.table(of: $0) } }
  }

  @Test(arguments: [
    ("a,b\n\"1\"2,3\n4,5\n", [["\"1\"2", "3"], ["4", "5"]], [2]), ("a,b\r\n1,\"2\r\n3,4\r\n", [["1", "\"2"], ["3", "4"]], [2]),
    ("a,b\n\"1\n\"\"\",2\n\"x\"y,\"z\"\n", [["1\n\"", "2"], ["\"x\"y", "z"]], [4]),
    ("a,b\n1,\"he said \"no\", twice\"\n3,4\n", [["1", "he said \"no", " twice\""], ["3", "4"]], [2]),
    ("a,b\n1,\"he said \"no\" on\ntwo lines\"\n3,4\n", [["1", "he said \"no\" on\ntwo lines"], ["3", "4"]], [2]),
    ("a,b\n\"1,\"2\"\n3,4\n", [["\"1", "2"], ["3", "4"]], [2]),
    ("a,b\n\"1,2\n\"3\",\"4\"\n\"5\",\"6\"\n", [["\"1", "2"], ["3", "4"], ["5", "6"]], [2]),
    ("a,b\n1,\"2\n3\n4", [["1", "\"2\n3\n4"]], [2]), ("a,b\n1,\"2\n3\n4,5\n", [["1", "\"2\n3"], ["4", "5"]], [2]),
    ("a,b\n1,\"2\n\"\n3,\"", [["1", "2\n"], ["3", "\""]], [4]), ("a,b\n\"\"\"\n3,4\n", [["\""], ["3", "4"]], [2]),
  ])
  func `a missing or extra quotation mark affects only its line, whose number is reported`(
    _ text: String, _ cells: [[String]], _ numbers: [Int]
  ) throws {
    try Array(text.utf8).withUnsafeBytes { bytes in
      let table = try CSVReader.table(of: bytes)
      #expect(table.rows.map { $0.map { CSVTable.string($0, in: bytes) } } == cells)
      #expect(table.broken.values.sorted() == numbers)
    }
  }

  @Test func `a table with 1001 broken lines is refused`() {
    let text = "a,b\n" + String(repeating: "\"1\"2,3\n", count: 1001)
    #expect(throws: CredentialExchangeError.self) { try Array(text.utf8).withUnsafeBytes { _ = try CSVReader.table(of: $0) } }
  }

  @Test func `invalid UTF-8 is refused with its byte offset`() {
    #expect(throws: CredentialExchangeError(.malformed, offset: 4)) {
      try ([0x61, 0x2C, 0x62, 0x0A, 0xE9, 0x2C, 0x31] as [UInt8]).withUnsafeBytes { _ = try CSVReader.table(of: $0) }
    }
  }

  @Test(arguments: [true, false]) func `UTF-16 is read in both byte orders, and an incomplete character is refused`(_ isLittle: Bool) throws
  {
    func encoded(_ units: [UInt16]) -> [UInt8] {
      units.flatMap { isLittle ? [UInt8($0 & 0xFF), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }
    let text = encoded(Array("\u{FEFF}a,b\r\né€,😀\r\n".utf16))
    let cells = try text.withUnsafeBytes { bytes in
      try TableText.withUTF8(bytes) { (text) throws(CredentialExchangeError) in
        try CSVReader.table(of: text).rows.map { $0.map { CSVTable.string($0, in: text) } }
      }
    }
    #expect(cells == [["é€", "😀"]])
    for broken in [Array(text.dropLast()), encoded([0xFEFF, 0x61, 0xD83D]), encoded([0xFEFF, 0xDE00, 0x61])] {
      #expect(throws: CredentialExchangeError.self) {
        try broken.withUnsafeBytes { try TableText.withUTF8($0) { (_) throws(CredentialExchangeError) in } }
      }
    }
  }

  @Test func `incomplete and invalid UTF-32 characters are refused with their byte offset`() {
    for (broken, place) in [
      ([0xFF, 0xFE, 0, 0, 0x61, 0, 0] as [UInt8], 7), ([0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0, 0, 0xD8, 0, 0], 8),
      ([0, 0, 0xFE, 0xFF, 0, 0x11, 0, 0], 4), ([0, 0, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], 4),
    ] {
      #expect(throws: CredentialExchangeError(.malformed, offset: place)) {
        try broken.withUnsafeBytes { try TableText.withUTF8($0) { (_) throws(CredentialExchangeError) in } }
      }
    }
  }

  @Test func `a written table is read back unchanged`() throws {
    let lines = [["=cmd|' /C calc'!A0", "+1", "-1", "@x", " led ", "a\"b", "a,b;c\td", "two\r\nlines", "", "é€😀", "\"", "sep=;"]]
    var writer = CSVWriter(heading: (0..<12).map { "c\($0)" })
    for line in lines {
      writer.add(line.enumerated().map { index, text in index % 2 == 0 ? .text(text) : .secret(SharedSecret(copying: Array(text.utf8))) })
    }
    try writer.file().withBytes { bytes in
      let table = try CSVReader.table(of: bytes)
      #expect(table.rows.map { $0.map { CSVTable.string($0, in: bytes) } } == lines)
    }
  }
}
