// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import ExchangeFormats
import Testing

struct ImportFormatTests {
  private static let texts: [(text: String, format: ImportFormat)] = [
    (
      #"{"version":{"major":1,"minor":0},"exporterRpId":"a.example","exporterDisplayName":"A","timestamp":1,"accounts":[]}"#,
      .credentialExchange
    ),
    (#"{"encrypted":false,"folders":[],"items":[]}"#, .bitwardenJSON),
    (#"{"encrypted":true,"passwordProtected":true,"salt":"AA==","kdfType":0,"data":"2.a|b|c"}"#, .bitwardenJSON),
    ("folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp\n", .bitwardenCSV),
    (#"{"version":1,"header":{"slots":null,"params":null},"db":{"version":3,"entries":[]}}"#, .aegis),
    (#"{"version":1,"header":{"slots":[],"params":{}},"db":"AAAA"}"#, .aegis),
    (#"{"services":[],"groups":[],"schemaVersion":4}"#, .twoFAS),
    (#"{"services":[],"servicesEncrypted":"a:b:c","schemaVersion":4}"#, .twoFAS),
    (#"{"version":1,"kdfParams":{"memLimit":1,"opsLimit":1,"salt":""},"encryptedData":"","encryptionNonce":""}"#, .enteAuth),
    (#"[{"secret":"GEZDGNBV","label":"a","type":"TOTP"}]"#, .andOTP),
    (#"{"tokenOrder":[],"tokens":[]}"#, .freeOTPPlus),
    (#"{"version":"1.0","userId":"a","vaults":{}}"#, .protonPassJSON),
    (#"{"version":1,"entries":[{"id":"a","content":{"uri":"otpauth://totp/a?secret=GEZDGNBV"}}]}"#, .protonAuthenticator),
    (#"{"metadata":{"browser_name":"Safari"},"payment_cards":[]}"#, .safariCards),
    (#"{"folders":[],"items":[{"title":"A","category":"login","fields":[]}]}"#, .enpass),
    ("url,username,password,totp,extra,name,grouping,fav\n", .lastPassCSV),
    ("username,username2,username3,title,password,note,url,category,otpUrl\n", .dashlaneCSV),
    ("Title,URL,Username,Password,Notes,OTPAuth\n", .appleCSV),
    ("name,url,username,password\n", .chromiumCSV),
    ("\u{FEFF}name,url,username,password,note\r\n", .chromiumCSV),
    ("Password;URL;Name;Username\n", .chromiumCSV), ("name,url,username,password,\n", .chromiumCSV),
    ("Title,Url,Username,Password\n", .appleCSV), ("url,username,password,extra,name,grouping,fav\n", .lastPassCSV),
    ("username,username2,username3,title,password,note,url,category,otpSecret\n", .dashlaneCSV),
    ("type,name,url,email,username,password,note,totp,createTime,modifyTime,vault\n", .protonPassCSV),
    ("name,url,username,password,note,cardholdername,cardnumber,cvc,expirydate\n", .nordPassCSV),
    ("Name,Url,MatchUrl,Login,Pwd,Note,Folder,RfFieldsV2\n", .roboFormCSV), ("Name,Url,Login,Pwd,Note,Folder,Rf_fields\n", .roboFormCSV),
    (#""Secret Name","Secret URL","SecretData""#, .zohoCSV), (#""Group","Title","Username","Password","URL","Notes""#, .keePassXCCSV),
    (#""Account","Login Name","Password","Web Site","Comments""#, .keePassCSV), ("Website,Login,Passwort\n", .loginCSV),
    ("Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes\n", .loginCSV), ("-----BEGIN PGP MESSAGE-----\n", .protonPassJSON),
    (#"{"accounts":[{"attrs":{},"vaults":[]}]}"#, .onePassword),
    ("{\"uuid\":\"a\"}\n***5642bee8-a5ff-11dc-8314-0800200c9a66***\n", .onePasswordInterchange),
    (#""url","username","password","httpRealm","formActionOrigin","guid","timeCreated""#, .firefoxCSV),
    ("\n  OTPAUTH://totp/a?secret=GEZDGNBV\n", .setupLinks),
    ("otpauth-migration://offline?data=AA\n", .migrationLinks),
    (#"{"db":{"version":1,"entries":[]},"header":{"slots":null,"params":null},"version":1}"#, .aegis),
    (#"{"services":[{"name":"a","secret":"GEZDGNBV","otp":{}}]}"#, .twoFAS),
    (#"[{"label":"a","secret":"GEZDGNBV","period":30}]"#, .andOTP),
    (#"[{"secret":"GEZDGNBV","kind":"TOTP","timer":"30","issuer":"a","account":"b"}]"#, .raivo),
    (
      #"[{"name":"a","secret":"GEZDGNBV","issuer":"","type":"totp","counter":null,"url":"otpauth://totp/a?secret=GEZDGNBV"}]"#,
      .extractedSecrets
    ),
    (#"{"tokens":[{"secret":[1,-2],"type":"TOTP"}]}"#, .freeOTPPlus),
    (#"{"version":1,"entries":[]}"#, .protonAuthenticator),
    (#"{"version":1,"salt":"AA==","content":"AA=="}"#, .protonAuthenticator),
    (#"{"Authenticators":[],"Categories":[],"AuthenticatorCategories":[],"CustomIcons":[]}"#, .stratum),
    (#"{"version":3,"localDeviceId":"a","accounts":[],"folders":[]}"#, .lastPassAuthenticator),
    ("AUTHENTICATORPRO\u{1}\u{2}", .stratum), ("AuthenticatorPro\u{1}\u{2}", .stratum),
    ("folder,favorite,type,name,login_uri,login_totp\n", .bitwardenCSV),
    ("# codes\n\n# of ada\r\n steam://GEZDGNBV\n", .setupLinks), ("apple-otpauth://totp/a?secret=GEZDGNBV", .setupLinks),
    ("motp://a:b?secret=00", .setupLinks), (#" ["otpauth:\/\/totp\/a?secret=GEZDGNBV", "steam://GEZDGNBV"]"#, .setupLinks),
    (#"{"folders":[],"items":[]}"#, .enpass), (#"{"folders":[{"uuid":"a","title":"b"}],"items":[]}"#, .enpass),
    (#"{"folders":[{"id":"a","name":"b"}],"items":[]}"#, .bitwardenJSON), (#"{"encrypted":false,"folders":[],"items":[]}"#, .bitwardenJSON),
    (#"{"collections":[],"items":[]}"#, .bitwardenJSON),
    (#"{"records":[{"title":"a","login":"b"}]}"#, .keeper), (#"[{"title":"a","$type":"login"}]"#, .keeper),
    (#"{"shared_folders":[],"records":[]}"#, .keeper),
    (#"{"passwords":[{"website":"a","username":"b","password":"c","message":""}]}"#, .passky),
    (#"{"version":3,"encrypted":false,"passwords":[]}"#, .nextcloud),
    (#"{"version":3,"encrypted":true,"challenge":"a","passwords":"b"}"#, .nextcloud),
    (#"{"app":"2fauth_v5","schema":1,"datetime":"a","data":[]}"#, .twoFAuth),
    ("\u{FEFF}Websites\r\n\r\nWebsite name: a\r\n", .kaspersky), ("Notes\n\nName: a\nText: b\n", .kaspersky),
    ("Webseite;Benutzername;Passwort;Notizen;Ordner\n", .loginCSV), ("Adresse;Benutzername;Passwort\n", .loginCSV),
    ("название,сайт,логин,пароль\n", .loginCSV),
  ]

  @Test(arguments: texts) func `the format of a text is detected from its content`(_ sample: (text: String, format: ImportFormat)) {
    #expect(detect(Array(sample.text.utf8)) == sample.format)
  }

  @Test(arguments: [
    (["export.attributes", "export.data", "files/a"], ImportFormat.onePassword), (["Proton Pass/data.json"], .protonPassZIP),
    (["data.json", "attachments/a/b"], .bitwardenZIP), (["data.pgp", "files/a"], .protonPassZIP), (["export.json", "files/a"], .keeper),
    (["credentials.csv", "ids.csv"], .dashlaneZIP), (["holiday.jpg"], nil),
  ])
  func `the format of an archive is detected from the names in its directory`(_ names: [String], _ format: ImportFormat?) {
    #expect(detect(archive(of: names)) == format)
  }

  @Test func `a truncated archive is not detected`() {
    let whole = archive(of: ["data.json", "attachments/a/b"])
    for count in whole.indices { #expect(detect(Array(whole.prefix(count))) == nil) }
  }

  @Test func `an archive with an inconsistent end record is not detected`() {
    let whole = archive(of: ["data.json"])
    for place in whole.count - 22..<whole.count where ![4, 5, 6, 7, 8, 9].contains(place - (whole.count - 22)) {
      var changed = whole
      changed[place] ^= 0xFF
      #expect(detect(changed) == nil)
    }
  }

  @Test func `a KeePass database is detected by its first eight bytes`() {
    // KeePass 1 is recognised too, so that its users see that it cannot be read.
    for generation in [0x65, 0x66, 0x67] as [UInt8] {
      #expect(detect([0x03, 0xD9, 0xA2, 0x9A, generation, 0xFB, 0x4B, 0xB5, 1, 0, 4, 0]) == .keePass)
    }
    #expect(detect([0x03, 0xD9, 0xA2, 0x9A, 0x68, 0xFB, 0x4B, 0xB5, 1, 0, 4, 0]) == nil)
  }

  @Test func `an encrypted andOTP backup is detected by a plausible number of rounds`() {
    let rest = [UInt8](repeating: 0x80, count: 40)
    #expect(detect([0x00, 0x02, 0x39, 0x70] + rest) == .andOTP)
    for beginning in [[0x00, 0x00, 0x01, 0x00], [0x00, 0x01, 0x00, 0x00], [0x89, 0x50, 0x4E, 0x47], [0x00, 0x0F, 0x42, 0x40]] as [[UInt8]] {
      #expect(detect(beginning + rest) == nil)
    }
    #expect(detect([0x00, 0x02, 0x39, 0x70] + rest.dropLast()) == nil)
  }

  @Test(arguments: ["", " \n", "{}", "[]", "[{}]", "null", "hello", "a,b,c\n1,2,3\n", #"{"items":[]}"#, #"{"encrypted":false,"items":["#])
  func `a text in no known format is not detected`(_ text: String) {
    #expect(detect(Array(text.utf8)) == nil)
  }

  private func detect(_ bytes: [UInt8]) -> ImportFormat? { bytes.withUnsafeBytes { ImportFormat.detect($0) } }

  /// An archive of empty files, stored without compression (APPNOTE 6.3.10 §4.3).
  private func archive(of names: [String]) -> [UInt8] {
    func short(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)] }
    func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
    var (files, directory): ([UInt8], [UInt8]) = ([], [])
    for name in names {
      let length = short(name.utf8.count)
      directory += [0x50, 0x4B, 0x01, 0x02] + zeros(24) + length + zeros(12) + short(files.count) + zeros(2) + name.utf8
      files += [0x50, 0x4B, 0x03, 0x04] + zeros(22) + length + zeros(2) + name.utf8
    }
    let end = [0x50, 0x4B, 0x05, 0x06] + zeros(4) + short(names.count) + short(names.count)
    return files + directory + end + short(directory.count) + zeros(2) + short(files.count) + zeros(4)
  }

  @Test(arguments: [
    (#"{"encrypted":false,"folders":[],"ite"#, CredentialExchangeError(.malformed, offset: 36)),
    ("PK\u{3}\u{4}broken", .init(.malformed, offset: 10)),
    (#"[{"secret":"GEZDGNBV","label":"a","#, .init(.malformed, offset: 34)), (#"{"a":1}"#, .init(.unknownFormat)),
    ("[section]\na=b", .init(.unknownFormat)),
    ("var profile={\"lastUpdatedBy\":\"Dropbox\"};", .init(.opVault)), ("\u{FEFF}loadFolders({});", .init(.opVault)),
    (#"ld({"0":{"uuid":"0"}});"#, .init(.opVault)), ("ld (1)", .init(.unknownFormat)),
    ("<?xml version='1.0'?><map><string name=\"com.authy.storage.tokens.authenticator.key\">[]</string></map>", .init(.authyFile)),
    ("{ no JSON }", .init(.unknownFormat)), ("", .init(.unknownFormat)),
  ])
  func `an undetected file is reported as damaged, unsupported or unknown`(_ text: String, _ failure: CredentialExchangeError) {
    let bytes = Array(text.utf8)
    bytes.withUnsafeBytes { bytes in
      #expect(ImportFormat.detect(bytes) == nil)
      #expect(ImportFormat.failure(bytes) == failure)
    }
  }
}
