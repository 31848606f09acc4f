// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import FoundationEssentials
import SecretMemory

/// Reads a table of logins by the names of its columns: those of browsers and of Apple's Passwords, and those in tables that users write.
enum LoginTable {
  private static let titles = [
    "title", "name", "account name", "item name", "entry", "display name", "site name", "service", "label", "servicename", "entry name",
    "display_name", "displayname", "nickname", "secret name", "titel", "bezeichnung", "naam", "titre", "nom", "título", "nombre", "titolo",
    "nome",
    "tytuł", "nazwa", "namn", "navn", "beschreibung", "eintrag", "název", "otsikko", "nimi", "cím", "név", "başlık", "ad", "название",
    "заголовок", "имя",
    "标题", "名称", "標題", "名稱", "タイトル", "名前", "제목", "이름",
  ]
  private static let addresses = [
    "url", "urls", "uri", "website", "web site", "website url", "login_uri", "login uri", "login url", "web address", "link", "site",
    "domain", "hostname", "location", "site url", "serviceurl", "login_urls", "origin_url", "secret url", "website address", "web page",
    "webpage", "webseite", "webadresse", "website-adresse", "internetseite", "internetadresse", "site web", "site internet", "adresse web",
    "sitio web", "página web", "sito web", "sito", "webbplats", "strona internetowa", "witryna", "site de internet", "endereço web",
    "websted", "nettsted", "adres url", "webová stránka",
    "verkkosivusto", "weboldal", "web sitesi", "сайт", "веб-сайт", "адрес сайта", "网址", "网站", "網址", "網站", "ウェブサイト", "サイト", "웹사이트",
  ]
  /// Names that may refer to a web address or a postal address; they count only if no other column is a web address.
  private static let likelyAddresses = [
    "adresse", "address", "adres", "adresa", "adress", "osoite", "dirección", "indirizzo", "endereço", "adresse internet", "адрес", "地址",
    "アドレス", "주소",
  ]
  private static let users = [
    "username", "user name", "user", "login", "login name", "login_username", "loginname", "userid", "user id", "user_name", "benutzername",
    "username_value", "benutzer", "anmeldename", "nutzername", "identifiant", "nom d'utilisateur", "nom d’utilisateur", "utilisateur",
    "usuario", "nombre de usuario", "nome utente", "utente", "usuário", "nome de usuário", "nome de utilizador", "utilizador",
    "gebruikersnaam", "gebruiker", "nazwa użytkownika", "użytkownik", "användarnamn", "brugernavn", "brukernavn", "uživatelské jméno",
    "käyttäjätunnus", "käyttäjänimi", "felhasználónév", "kullanıcı adı", "имя пользователя", "логин", "用户名", "使用者名稱", "ユーザー名", "사용자 이름",
    "email", "e-mail", "email address", "account",
  ]
  private static let passwords = [
    "password", "pass", "pwd", "pw", "passwd", "login_password", "passwort", "kennwort", "mot de passe", "contraseña",
    "currentpassword", "password_value", "parola chiave", "wachtwoord", "senha", "palavra-passe", "hasło", "lösenord", "adgangskode",
    "passord", "salasana", "heslo", "jelszó", "şifre", "parola", "пароль", "密码", "密碼", "パスワード", "비밀번호",
  ]
  private static let notes = [
    "notes", "note", "comments", "comment", "extra", "remarks", "memo", "notiz", "notizen", "additionalinfo",
    "anmerkung", "anmerkungen", "bemerkung", "bemerkungen", "kommentar", "kommentare", "informationen", "remarque", "remarques",
    "commentaire", "commentaires", "notas", "nota", "notities", "notitie", "opmerkingen", "observações", "uwagi", "notatki", "anteckningar",
    "noter", "notater", "poznámka", "poznámky", "muistiinpanot", "megjegyzés", "jegyzetek", "notlar", "заметки", "примечание",
    "комментарий", "备注", "備註", "メモ", "메모",
  ]
  private static let codes = [
    "otpauth", "totp", "otp", "otpurl", "otpsecret", "otp auth", "otp secret", "otp url", "totp secret", "totp key", "login_totp", "2fa",
    "2fa secret",
    "authenticator key", "one-time code", "one-time password", "twofactorsecret", "twofasecret",
    "one-time passwort", "einmalpasswort", "einmalkennwort", "einmalcode", "code à usage unique", "mot de passe à usage unique",
    "código de un solo uso", "codice otp",
    "eenmalige code", "kod jednorazowy",
  ]
  private static let folders = [
    "folderlabel", "folder", "group", "grouping", "category", "collection", "vault", "folderpath",
    "ordner", "gruppe", "kategorie", "organisationseinheit", "dossier", "groupe", "catégorie", "carpeta", "grupo", "categoría", "cartella",
    "gruppo", "categoria", "pasta", "map", "categorie", "mappe", "mapp", "folder nadrzędny", "kategoria", "složka", "skupina", "kansio",
    "mappa", "klasör", "папка",
    "группа", "文件夹", "資料夾", "フォルダ", "폴더",
  ]
  private static let created = [
    "created", "created at", "createdat", "created_at", "creation date", "date created", "created date", "createddate", "timecreated",
  ]
  private static let modified = [
    "modified", "last modified", "edited", "modified at", "modifiedat", "updated", "updated at", "updatedat", "updated_at", "date modified",
    "modified date", "modifieddate",
    "timepasswordchanged",
  ]

  /// Whether the columns are those of a table of logins: a password, and what it belongs to.
  static func isOne(_ columns: [String]) -> Bool {
    let columns = Set(columns.map(\.trimmingSpace))
    // The name of a column is not an address: this is the first entry of a table without a heading.
    guard !columns.contains(where: HeadlessTable.isAddressOrEmail) else { return false }
    return !columns.isDisjoint(with: passwords) && !columns.isDisjoint(with: titles + addresses + likelyAddresses + users)
  }

  static func read(_ bytes: UnsafeRawBufferPointer, rest: TableReading.Rest) throws(CredentialExchangeError) -> ImportedCollection {
    var collection = ImportedCollection()
    let (isKnown, names) = try TableText.withUTF8(bytes) { (text) throws(CredentialExchangeError) in
      let isKnown = isOne(CSVReader.heading(of: text, longest: TextSignature.longestLine) ?? [])
      return (isKnown, isKnown ? nil : HeadlessTable.names(of: text))
    }
    guard isKnown || names != nil else { throw CredentialExchangeError(.columnsUnknown) }
    let groups = try ButtercupGroups(in: bytes)
    try TableReading.read(bytes, into: &collection, rest: rest, names: names) { draft, row in
      if let group = groups.group(row) { return .folder(group) }
      let path = groups.takePath(&row)
      take(&row, into: &draft)
      if let start = KeeperFields.start(in: row.columns) { KeeperFields.take(&row, from: start, into: &draft) }
      if let path { draft.item.folders = path.isEmpty ? [] : [path] }
      return .item
    }
    return collection
  }

  /// Reads the table of KeePass 1, which KeePass 2 also writes: every cell is quoted, with backslash escapes.
  static func read(keePass bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    var collection = ImportedCollection()
    // Other programs write the same columns without escapes.
    let hasBackslashes = try TableText.withUTF8(bytes) { (text) throws(CredentialExchangeError) in isEscaped(text) }
    try TableReading.read(bytes, into: &collection, rest: .kept, hasBackslashes: hasBackslashes) { draft, row in
      take(&row, into: &draft)
      return .item
    }
    return collection
  }

  /// Whether each backslash is followed by another one or by a quote.
  private static func isEscaped(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var place = 0
    while let next = bytes[place...].firstIndex(of: UInt8(ascii: "\\")) {
      guard next + 1 < bytes.count, bytes[next + 1] == UInt8(ascii: "\\") || bytes[next + 1] == UInt8(ascii: "\"") else { return false }
      place = next + 2
    }
    return true
  }

  /// Takes every cell with a known column name; of several names for the same value, only the first is used.
  static func take(_ row: inout TableRow, into draft: inout EntryDraft) {
    func first(_ names: [String]) -> String? { names.first(where: row.has) }
    // If no other column is a title, the account is used.
    let account = first(users.dropLast()) == nil || !row.has("account") ? nil : "account"
    // A description beside notes is a title.
    let title = first(titles) ?? (row.has("description") && first(notes) != nil ? "description" : account)
    draft.item.title = title.flatMap { row.text($0) } ?? ""
    for name in addresses.contains(where: row.has) ? addresses : likelyAddresses where row.has(name) {
      draft.add(addresses: row.text(name), at: name)
    }
    if let user = users.first(where: { $0 != title && row.has($0) }) { draft.login.user = row.text(user) ?? "" }
    if draft.login.user.isEmpty, let email = users.first(where: { $0.contains("mail") && row.has($0) }) {
      draft.login.user = row.text(email) ?? ""
    }
    draft.login.password = first(passwords).flatMap { row.secret($0) }
    for name in codes where row.has(name) { draft.add(code: row.secret(name), named: "One-time code", at: name) }
    if let name = first(folders), let folder = row.text(name) {
      let path = folder.split(whereSeparator: { $0 == "/" || $0 == "\\" }).map(String.init)
      if !path.isEmpty { draft.item.folders = [path] }
    }
    for name in ["tags", "taglabels", "labels", "datatags", "schlagwörter", "étiquettes", "etiquetas", "etichette"] {
      // Lists in JSON are kept unchanged.
      guard let text = row.peek(name), !text.contains("{") else { continue }
      row.pass(name)
      for tag in text.split(whereSeparator: { ",;[]".contains($0) }) {
        let tag = tag.trimmingSpace
        if !tag.isEmpty { draft.item.annotations.add(tag: tag) }
      }
    }
    draft.item.annotations.isFavourite = ["favorite", "favourite", "fav", "starred", "favorit", "favori", "favorito", "preferito"].map {
      draft.flag(row.text($0), at: $0)
    }.contains(true)
    if let archived = row.text("archived") {
      // Some programs write the time instead of a flag.
      let isTime = FlagText.value(archived) == nil && TableDate.date(archived) != nil
      if isTime || draft.flag(archived, at: "archived") { draft.item.shelf = .archive }
    }
    draft.item.created = date(first(created), &row, &draft)
    draft.item.modified = date(first(modified), &row, &draft)
    NextcloudFields.take(&row, into: &draft)
    let note = first(notes).flatMap { row.secret($0) }
    let hasLogin = !draft.login.user.isEmpty || draft.login.password != nil || !draft.login.services.isEmpty || !draft.codes.isEmpty
    if !hasLogin, let note { draft.others.append(.note(ExchangedNote(text: note))) } else { draft.add(note: note) }
  }

  private static func date(_ name: String?, _ row: inout TableRow, _ draft: inout EntryDraft) -> Date? {
    guard let name, let text = row.text(name)?.trimmingSpace, !text.isEmpty, text != "0" else { return nil }
    if let date = TableDate.date(text) { return date }
    draft.keep(name, text: text, because: .malformedValue)
    return nil
  }
}
