// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import ExchangeFormats
import Foundation
import Testing

/// What programs and users write into the cells of tables.
struct TableDetailTests {
  private func lines(_ file: String, as format: ImportFormat) throws -> [String] {
    #expect(Array(file.utf8).withUnsafeBytes { ImportFormat.detect($0) } == format)
    return ImportedText.lines(try ImportedText.read(Array(file.utf8)))
  }

  // MARK: Flags

  @Test(arguments: [
    ("Ja", "", "[t] favourite", []), ("TRUE", "no", "[t] favourite", []), ("-", "ja", "[t] archive", []),
    ("0", "2024-05-01", "[t] archive", []), ("0", "0", "[t]", []),
    ("★", "maybe", "[t]", ["  field favorite: ★", "  field archived: maybe"]),
  ])
  func `a flag is read in several languages, and any other text is kept and reported`(
    _ favourite: String, _ archived: String, _ head: String, _ fields: [String]
  ) throws {
    let file = "title,url,username,password,favorite,archived\nt,https://a.example,u,p,\(favourite),\(archived)\n"
    let told = fields.isEmpty ? [] : ["malformedValue at 0 favorite: kept as favorite", "malformedValue at 0 archived: kept as archived"]
    #expect(
      try lines(file, as: .loginCSV) == [head, "  login u with p at url https://a.example"] + fields + told + ["read 1"])
  }

  @Test func `the flag of Zoho's table is read in other words as well`() throws {
    let file = "Secret Name,Secret URL,SecretData,Favorite\nShop,https://a.example,\"UserName:u\nPassword:p\",yes\n"
    #expect(try lines(file, as: .zohoCSV).first == "[Shop] favourite")
  }

  // MARK: Nextcloud, NordPass, Enpass and Dashlane

  @Test func `the shared folder of NordPass's table is the folder of an entry without another`() throws {
    let file = "name,url,username,password,note,cardholdername,cardnumber,folder,shared_folder,type\nA,,anne,pw,,,,,Team,password\n"
    #expect(try lines(file, as: .nordPassCSV) == ["[A] in Team", "  login anne with pw", "read 1"])
  }

  @Test(arguments: [
    "MyNote,Some note text\nSite,Username,u,*Password,p,Website,https://s.example,note\n",
    "Home,Network name,ssid,*Router password,pw,,\nSite,Username,u,*Password,p,Website,https://s.example,note\n",
    "Site,Username,u,Email,,Password,p,Website,https://s.example,note\nB,Username,ben,Password,pw2,URL,https://b.example\n",
  ])
  func `Enpass's table is recognised by any of its first entries`(_ file: String) throws {
    let lines = try lines(file, as: .enpassCSV)
    #expect(lines.contains("  login u with p at url https://s.example"))
    #expect(lines.last == "read 2")
  }

  @Test func `Enpass's table with a single password is read`() throws {
    #expect(try lines("Router,*Password,secret\n", as: .enpassCSV) == ["[Router]", "  login - with secret", "read 1"])
  }
}
