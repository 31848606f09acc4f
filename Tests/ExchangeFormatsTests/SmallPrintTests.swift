// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import ExchangeFormats
import Foundation
import Testing

/// Details that users and programs write beyond what a format specifies.
struct SmallPrintTests {
  private func lines(_ file: String, as format: ImportFormat? = nil) throws -> [String] {
    ImportedText.lines(try ImportedText.read(Array(file.utf8), as: format))
  }

  @Test func `links in a JSON array are read as codes, with or without escapes`() throws {
    let file =
      #"["otpauth:\/\/totp\/Shop:ada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Shop","otpauth://totp/B%C3%A4r?secret=JBSWY3DPEHPK3PXP"]"#
    let read = try ImportedText.read(Array(file.utf8))
    #expect(read.items.map(\.title) == ["Shop", "Bär"] && read.findings.isEmpty)
  }

  @Test(arguments: [
    ("name,url,username,password\nt,\"https://ada:hush@shop.example/x\",u,p\n", ImportFormat.chromiumCSV),
    (
      "{\"encrypted\":false,\"folders\":[],\"items\":[{\"type\":1,\"name\":\"t\",\"login\":{\"uris\":[{\"uri\":\"https://ada:hush@shop.example/x\"}],"
        + "\"username\":\"u\",\"password\":\"p\"}}]}", .bitwardenJSON
    ),
    (
      "folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp\n,,login,t,,,0,https://ada:hush@shop.example/x,u,p,\n",
      .bitwardenCSV
    ),
  ])
  func `a password in a web address is removed from it and kept in a hidden field`(_ file: String, _ format: ImportFormat)
    throws
  {
    let read = try ImportedText.read(Array(file.utf8), as: format)
    let item = try #require(read.items.first)
    guard case .login(let login)? = item.parts.first else {
      Issue.record("no login")
      return
    }
    #expect(login.services.map(\.text) == ["https://shop.example/x"])
    #expect(item.annotations.fields.map(\.name) == ["URL"] && item.annotations.fields.allSatisfy(\.isHidden))
    #expect(read.findings.map(\.outcome) == [.keptAsField("URL")])
  }

  @Test(arguments: [
    "name,url,username,password\nt,iosapp://com.acme.app,u,p\n",
    "{\"encrypted\":false,\"folders\":[],\"items\":[{\"type\":1,\"name\":\"t\",\"login\":{\"uris\":[{\"uri\":\"iosapp://com.acme.app\"}],"
      + "\"username\":\"u\",\"password\":\"p\"}}]}",
  ])
  func `the identifier of an Apple application is kept as a field, because exports would name an Android application`(_ file: String)
    throws
  {
    let read = try ImportedText.read(Array(file.utf8))
    #expect(read.items.flatMap(ImportedText.lines) == ["[t]", "  login u with p", "  field URL: iosapp://com.acme.app"])
    #expect(read.findings.map(\.reason) == [.noPlace] && read.findings.map(\.outcome) == [.keptAsField("URL")])
  }

  @Test func `a 1Password address with the mode never does not keep the login off its own site`() throws {
    func item(_ addresses: [(String, String)]) -> [UInt8] {
      let urls = addresses.map { #"{"label":"website","url":"\#($0.0)","mode":"\#($0.1)"}"# }.joined(separator: ",")
      let item = #"{"uuid":"u","categoryUuid":"001","overview":{"title":"t","urls":[\#(urls)]},"details":{}}"#
      return Array(#"{"accounts":[{"attrs":{},"vaults":[{"attrs":{},"items":[\#(item)]}]}]}"#.utf8)
    }
    let own = try ImportedText.read(item([("https://login.never.example", "default"), ("https://never.example", "never")]))
    #expect(
      own.items.flatMap(ImportedText.lines) == [
        "[t]", "  login - with - at url https://login.never.example", "  field URL: https://never.example",
      ])
    #expect(own.findings.map(\.outcome) == [.keptAsField("URL")])
    let other = try ImportedText.read(item([("https://shop.example", "default"), ("https://never.example", "never")]))
    #expect(
      other.items.flatMap(ImportedText.lines)[1] == "  login - with - at url https://shop.example at url https://never.example by never")
  }

  @Test func `a code that Keeper Commander wrote under its own prefix is a code`() throws {
    let field = #""TFC:Keeper":"otpauth://totp/T?secret=JBSWY3DPEHPK3PXP""#
    let file = #"{"records":[{"title":"t","login":"u","password":"p","custom_fields":{\#(field)}}]}"#
    #expect(
      ImportedText.lines(try ImportedText.read(Array(file.utf8))) == [
        "[t]", "  login u with p", "  code 324550 sha1 / 30 s, issuer -, account T", "read 1",
      ])
  }

  @Test func `a ticked box of Keeper is a visible field`() throws {
    let file = ##"[{"title":"t","$type":"login","login":"u","custom_fields":{"$checkbox:Paid:1":true,"$checkbox:Left:1":false}}]"##
    #expect(try lines(file) == ["[t]", "  login u with -", "  field Paid: true", "  field Left: false", "read 1"])
  }

  @Test(arguments: [
    (
      #"{"accounts":[{"attrs":{},"vaults":[{"attrs":{},"items":[{"categoryUuid":"112","overview":{"title":"t"},"details":{}}]}]}]}"#,
      "API credential"
    ),
    (
      #"{"typeName":"wallet.computer.License","title":"t","secureContents":{}}"# + "\n***5642bee8-a5ff-11dc-8314-0800200c9a66***\n",
      "Software licence"
    ),
    (#"{"folders":[],"items":[{"title":"t","category":"travel","template_type":"travel.visa","fields":[]}]}"#, "travel.visa"),
  ])
  func `a kind of entry that its parts do not show is kept as a field`(_ file: String, _ kind: String) throws {
    #expect(try lines(file) == ["[t]", "  field Type: \(kind)", "read 1"])
  }

  @Test(arguments: [
    (
      #"{"encrypted":false,"folders":[{"id":"1","name":"A/B"},{"id":"2","name":"A"},{"id":"3","name":"C"},{"id":"4","name":"D/E"}],"#
        + #""items":[{"type":1,"name":"t","folderId":"1","login":{"username":"u"}}]}"#, "C, D/E"
    ),
    (
      #"{"encrypted":false,"vaults":{"1":{"name":"A","items":[]},"2":{"name":"B","items":[{"state":1,"data":{"metadata":{"name":"t"},"#
        + #""type":"note","content":{}}}]}}}"#, "A"
    ),
    (
      #"{"accounts":[{"attrs":{},"vaults":[{"attrs":{"name":"A"},"items":[]},{"attrs":{"name":"B"},"items":[{"categoryUuid":"003","#
        + #""overview":{"title":"t"},"details":{}}]}]}]}"#, "A"
    ),
    (
      #"{"folders":[{"uuid":"1","title":"A"},{"uuid":"2","parent_uuid":"1","title":"B"}],"items":[{"title":"t","category":"note","#
        + #""folders":["1"]}]}"#, "A/B"
    ),
    (
      #"{"version":3,"encrypted":false,"folders":[{"id":"1","label":"A"},{"id":"2","label":"B","parent":"1"}],"passwords":[{"label":"t","#
        + #""password":"p","folder":"1"}]}"#, "A/B"
    ),
    (#"{"version":1,"header":{},"db":{"version":3,"groups":[{"uuid":"1","name":"A"}],"entries":[]}}"#, "A"),
    (#"{"schemaVersion":4,"services":[],"groups":[{"id":"1","name":"A"}]}"#, "A"),
    (#"{"Authenticators":[],"Categories":[{"Id":"1","Name":"A"},{"Id":"2","Name":"B"}],"AuthenticatorCategories":[]}"#, "A, B"),
    (
      #"{"shared_folders":[{"path":"A\\B"},{"path":"C"}],"records":[{"title":"t","$type":"login","folders":[{"shared_folder":"C"}]}]}"#,
      "A/B"
    ),
    (
      #"{"version":3,"folders":[{"id":0,"name":"Others"},{"id":1,"name":"Favorites"},{"id":2,"name":"A"}],"accounts":[{"secret":"MFRGG","#
        + #""issuerName":"t","timeStep":30}]}"#, "A"
    ),
    (
      "<KeePassFile><Root><Group><Name>Root</Name><Group><Name>A</Name><Entry></Entry></Group><Group><Name>B</Name></Group></Group></Root></KeePassFile>",
      "B"
    ),
  ])
  func `folders that contain no entry are reported`(_ file: String, _ folders: String) throws {
    #expect(try lines(file).contains("noPlace at folders (\(folders)): left out"))
  }

  @Test func `an e-mail address in the web address column is kept as a visible field`() throws {
    let read = try ImportedText.read(Array("name,url,username,password\nt,ada@shop.example,u,p\n".utf8))
    #expect(read.items.first?.annotations.fields.map(\.isHidden) == [false])
  }

  @Test(arguments: [
    "Name;Webseite;Benutzername;Passwort;Notizen;Ordner\nt;https://a.example;u;p;n;f\n",
    "Titel;Adresse;Benutzer;Kennwort;Notiz;Gruppe\nt;https://a.example;u;p;n;f\n",
    "Nom,Site web,Identifiant,Mot de passe,Notes,Dossier\nt,https://a.example,u,p,n,f\n",
    "Nombre,Dirección,Usuario,Contraseña,Notas,Carpeta\nt,https://a.example,u,p,n,f\n",
    "Titolo,Sito web,Nome utente,Password,Note,Cartella\nt,https://a.example,u,p,n,f\n",
    "Naam,Adres,Gebruikersnaam,Wachtwoord,Notities,Map\nt,https://a.example,u,p,n,f\n",
    "Título,Endereço,Usuário,Senha,Notas,Pasta\nt,https://a.example,u,p,n,f\n",
    "Nazwa,Witryna,Nazwa użytkownika,Hasło,Uwagi,Folder\nt,https://a.example,u,p,n,f\n",
    "Название,Сайт,Логин,Пароль,Заметки,Папка\nt,https://a.example,u,p,n,f\n", "名称,网址,用户名,密码,备注,文件夹\nt,https://a.example,u,p,n,f\n",
    "Description;Password;User name;URL;Comments;Category\nt;p;u;https://a.example;n;f\n",
    "DisplayName,URL,Login,PW,Notes,Group\nt,https://a.example,u,p,n,f\n",
  ])
  func `columns are recognised by their names in other languages and programs`(_ file: String) throws {
    let item = try #require(try ImportedText.read(Array(file.utf8), as: .loginCSV).items.first)
    #expect(
      SampleTranscript.lines(of: item) == ["= t", "  folder f", "  login u / p", "    at url https://a.example by domain", "  remark n"])
  }

  @Test func `a description without notes beside it is kept as a field, and so is a card's verification, hidden`() throws {
    let file = "url,username,password,description,verification\nhttps://a.example,u,p,d,123\n"
    #expect(
      try lines(file) == [
        "[]", "  login u with p at url https://a.example", "  field description: d", "  hidden verification: 123", "read 1",
      ])
  }

  @Test func `a postal address in a separate column is kept as a field`() throws {
    let file = "Name;Webseite;Benutzername;Passwort;Adresse\nt;https://a.example;u;p;Mühlweg 3\n"
    let item = try #require(try ImportedText.read(Array(file.utf8), as: .loginCSV).items.first)
    #expect(item.annotations.fields.map(\.name) == ["Adresse"])
  }

  @Test func `a Proton Pass export that was repacked without its folder is imported with its files`() throws {
    let (packed, file) = (try Samples.bytes("proton-pass/every-field.zip"), try Samples.bytes("proton-pass/at-the-root.zip"))
    #expect(file.withUnsafeBytes { ImportFormat.detect($0) } == .protonPassZIP)
    let (whole, other) = (try ImportedText.read(packed, as: .protonPassZIP), try ImportedText.read(file, as: .protonPassZIP))
    #expect(SampleTranscript.text(of: other) == SampleTranscript.text(of: whole))
  }
}
