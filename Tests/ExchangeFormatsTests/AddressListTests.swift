// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import ExchangeFormats
import Testing

/// Several addresses in one cell of a table.
struct AddressListTests {
  private static func services(of cell: String) throws -> [String] {
    let file = "name,url,username,password\nt,\"\(cell)\",u,p\n"
    let read = try ImportedText.read(Array(file.utf8), as: .loginCSV)
    guard case .login(let login)? = read.items.first?.parts.first else { return [] }
    return login.services.map { "\($0.text)" }
  }

  @Test(arguments: [
    "https://a.example,https://b.example/x", "https://a.example, https://b.example/x", "https://a.example;https://b.example/x",
    "https://a.example | https://b.example/x", "https://a.example https://b.example/x", "https://a.example\nhttps://b.example/x",
    " https://a.example ,, https://b.example/x,",
  ])
  func `addresses in one cell are split at any separator`(_ cell: String) throws {
    #expect(try Self.services(of: cell) == ["https://a.example", "https://b.example/x"])
  }

  @Test(arguments: [
    ("a.example,b.example", ["a.example", "b.example"]), ("https://a.example, b.example", ["https://a.example", "b.example"]),
    ("https://a.example\nb.example", ["https://a.example", "b.example"]),
    ("https://a.example,b.example", ["https://a.example", "b.example"]),
    ("https://a.example/,b.example/x;c.example", ["https://a.example/", "b.example/x;c.example"]),
    ("https://a.example,androidapp://com.example.shop", ["https://a.example", "com.example.shop"]),
  ])
  func `a list of addresses may contain bare hosts and Android apps`(_ cell: String, _ expected: [String]) throws {
    #expect(try Self.services(of: cell) == expected)
  }

  @Test(arguments: ["https://a.example/x?y=1,2;z|w", "https://a.example/page,index.html", "https://a.example/?to=https://b.example/"])
  func `an address is not split at a separator that belongs to it`(_ cell: String) throws {
    #expect(try Self.services(of: cell) == [cell])
  }

  @Test func `addresses in Proton Pass's table are split at a comma without a space`() throws {
    let heading = "type,name,url,email,username,password,note,totp,createTime,modifyTime,vault\n"
    let file = heading + "login,t,\"https://a.example,https://b.example\",,u,p,,,1700000000,1700000000,Personal\n"
    let lines = ImportedText.lines(try ImportedText.read(Array(file.utf8)))
    #expect(lines.contains("  login u with p at url https://a.example at url https://b.example"))
    #expect(lines.last == "read 1" && lines.count == 3)
  }
}
