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

  // MARK: KeePassXC and Passbolt

  private static let newer = "Group,Title,Username,Password,URL,Notes,TOTP,Icon,Last Modified,Created"

  @Test func `the top folder of a table without icons, such as Passbolt's, is a folder`() throws {
    let file = "\"Group\",\"Title\",\"Username\",\"URL\",\"Password\",\"Notes\",\"TOTP\"\n"
    let both = file + "Work/Ops,A,anne,https://a.example,pw,,\nWork/Dev,B,ben,https://b.example,pw,,\n"
    #expect(try lines(both, as: .keePassXCCSV).filter { $0.hasPrefix("[") } == ["[A] in Work/Ops", "[B] in Work/Dev"])
    let one = file + "Work,A,anne,https://a.example,pw,,\n,B,ben,https://b.example,pw,,\n"
    #expect(try lines(one, as: .keePassXCCSV).filter { $0.hasPrefix("[") } == ["[A] in Work", "[B]"])
  }

  @Test(arguments: [newer, "Group,Title,Username,Password,URL,Notes"])
  func `the top group of KeePassXC's table is the database`(_ heading: String) throws {
    let rest = heading == Self.newer ? ",,0,," : ""
    let file = "\(heading)\nRoot/Work,A,anne,pw,https://a.example,\(rest)\nRoot,B,ben,pw,https://b.example,\(rest)\n"
    #expect(try lines(file, as: .keePassXCCSV).filter { $0.hasPrefix("[") } == ["[A] in Work", "[B]"])
  }

  @Test(arguments: [
    ("Passwörter/Papierkorb", "[A] trash in Papierkorb"), ("Racine/Corbeille/Web", "[A] trash in Corbeille/Web"),
    ("Root/Work/Papierkorb", "[A] in Work/Papierkorb"),
  ])
  func `KeePassXC's recycle bin is recognised in other languages, only at the top`(_ group: String, _ head: String) throws {
    let file = "\(Self.newer)\n\(group),A,anne,pw,https://a.example,,,0,,\n"
    #expect(try lines(file, as: .keePassXCCSV).first == head)
  }

  // MARK: RoboForm

  @Test(arguments: [
    ("'@anne", "''pass", "'@anne", "''pass", "@anne", "'pass"), ("'anne", "pa''ss", "'anne", "pa''ss", "'anne", "pa''ss"),
    ("anne", "\"a,\"\"b\"", "anne", "\"\"a,\"\"\"\"b\"\"", "anne", "a,\"b"),
  ])
  func `RoboForm's apostrophe before an at sign or an apostrophe, and its quotes within a field, do not belong to the value`(
    _ user: String, _ password: String, _ userField: String, _ passwordField: String, _ readUser: String, _ readPassword: String
  ) throws {
    let file = """
      Name,Url,MatchUrl,Login,Pwd,Note,Folder,RfFieldsV2
      A,https://a.example,https://a.example,\(user),\(password),,,"User ID$,,,txt,\(userField)","Password$,,,pwd,\(passwordField)","PIN$,,,pwd,'@1"

      """
    #expect(
      try lines(file, as: .roboFormCSV) == [
        "[A]", "  login \(readUser) with \(readPassword) at url https://a.example", "  hidden PIN: @1", "read 1",
      ])
  }

  // MARK: Delinea

  @Test func `the key of Delinea's table is a code`() throws {
    let file = "Secret Name,Username,URL,Password,TOTP Key\nShop,anne,https://a.example,pw,JBSWY3DPEHPK3PXP\n"
    #expect(try lines(file, as: .loginCSV).contains { $0.hasPrefix("  code ") })
  }

  // MARK: Nextcloud, NordPass, Enpass and Dashlane

  @Test func `the columns of Nextcloud's table become folder, tags and fields with their kinds`() throws {
    let file = """
      "Label","Username","Password","Notes","Url","CustomFields","FolderLabel","TagLabels","Favorite","Edited","Id","Revision","FolderId"
      "A","anne","pw","n","https://a.example","PIN, secret: 1234
      mail, email: a@x","Work","a,b","true","2024-01-02T03:04:05+00:00","1","2","3"

      """
    #expect(
      try lines(file, as: .loginCSV) == [
        "[A] favourite in Work #a #b modified 2024-01-02T03:04:05Z", "  login anne with pw at url https://a.example", "  note n",
        "  hidden PIN: 1234",
        "  field mail: a@x", "read 1",
      ])
  }

  @Test func `Nextcloud's custom fields in an unknown form are kept hidden`() throws {
    let file = "Label,Username,Password,Url,CustomFields,Revision,FolderId\nA,anne,pw,https://a.example,PIN 1234,2,3\n"
    #expect(try lines(file, as: .loginCSV)[2] == "  hidden customfields: PIN 1234")
  }

  @Test func `version 1 of Nextcloud's JSON is read, with its own spelling of favourites`() throws {
    let file =
      #"{"version":1,"passwords":[{"id":"1","label":"A","username":"anne","password":"pw","url":"https://a.example","folder":"f1","#
      + #""favourite":true,"tags":[]}],"folders":[{"id":"f1","label":"F"}],"tags":[]}"#
    #expect(
      try lines(file, as: .nextcloud) == ["[A] favourite in F", "  login anne with pw at url https://a.example", "read 1"])
  }

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

  @Test func `a birthday without leading zeros in Dashlane's table is read`() throws {
    let heading = "type,title,first_name,middle_name,last_name,login,date_of_birth,place_of_birth,email,email_type"
    let lines = try lines("\(heading)\nname,,Ada,,Miller,,1990-1-30,,,\n", as: .dashlaneCSV)
    #expect(lines.contains("  person Ada|Miller||1990-01-30"))
  }
}
