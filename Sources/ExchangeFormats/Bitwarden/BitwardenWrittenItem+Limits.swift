// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

extension BitwardenWrittenItem {
  /// Moves values that Bitwarden would refuse into fields and further notes, and reports them.
  ///
  /// - Parameters:
  ///   - items: The items for one entry; notes for the rest of a long note are added at the end.
  ///   - tale: The report, with the fields for the first item.
  static func fit(_ items: inout [BitwardenWrittenItem], _ tale: inout ExportReport) {
    if let title = items.first?.title, !BitwardenLimit.name.holds(title.utf8.count) {
      tale.keep("Title", SharedSecret(copying: title.utf8), isHidden: false, "title", .tooLarge)
      for index in items.indices { items[index].title = BitwardenLimit.name.start(of: title) }
    }
    var continuations: [BitwardenWrittenItem] = []
    for index in items.indices {
      items[index].content = fitting(items[index].content, &tale)
      guard let note = items[index].note, !BitwardenLimit.note.holds(note.byteCount) else { continue }
      tale.tell("note", .keptInPart, .tooLarge)
      let pieces = BitwardenLimit.note.pieces(of: note)
      items[index].note = pieces.first
      for (number, piece) in pieces.enumerated().dropFirst() {
        continuations.append(items[index].continuation(piece, number: number + 1, of: pieces.count))
      }
    }
    items += continuations
  }

  /// Returns fields whose values Bitwarden accepts: a longer one is divided among several.
  static func fitting(_ fields: [RecordAnnotations.Field], _ tale: inout ExportReport) -> [RecordAnnotations.Field] {
    fields.enumerated().flatMap { index, field in
      guard !BitwardenLimit.value.holds(field.value.byteCount) || !BitwardenLimit.name.holds(field.name.utf8.count) else { return [field] }
      tale.tell("fields[\(index)]", .keptInPart, .tooLarge)
      let name = BitwardenLimit.name.start(of: field.name)
      return BitwardenLimit.value.pieces(of: field.value).map { RecordAnnotations.Field(name: name, isHidden: field.isHidden, value: $0) }
    }
  }

  private static func fitting(_ content: Content, _ tale: inout ExportReport) -> Content {
    switch content {
    case .login(let login?, let code, let passkeys):
      return .login(fitting(login, "login", &tale), code: code, passkeys: passkeys)
    case .login(nil, _, _), .note: return content
    case .card(var card):
      move(&card.holder, "Cardholder name", "card.holder", &tale)
      move(&card.number, "Number", .name, "card.number", &tale)
      move(&card.securityCode, "Security code", .name, "card.securityCode", &tale)
      return .card(card)
    case .person(let person): return .person(fitting(person, "person", &tale))
    }
  }

  private static func fitting(_ login: ExchangedLogin, _ path: String, _ tale: inout ExportReport) -> ExchangedLogin {
    var login = login
    move(&login.user, "User name", "\(path).user", &tale)
    move(&login.password, "Password", .value, "\(path).password", &tale)
    let history = login.history.filter { BitwardenLimit.value.holds($0.password.byteCount) }
    if history.count < login.history.count { tale.tell("\(path).history", .keptInPart, .tooLarge) }
    login.history = history
    return login
  }

  private static func fitting(_ person: ExchangedPerson, _ path: String, _ tale: inout ExportReport) -> ExchangedPerson {
    var person = person
    move(&person.givenName, "Given name", "\(path).givenName", &tale)
    move(&person.familyName, "Family name", "\(path).familyName", &tale)
    move(&person.organisation, "Organisation", "\(path).organisation", &tale)
    person.emails = fitting(person.emails, "\(path).emails", &tale)
    person.phones = fitting(person.phones, "\(path).phones", &tale)
    person.addresses = fitting(person.addresses, "\(path).addresses", &tale)
    for (index, document) in person.documents.enumerated() where !BitwardenLimit.name.holds(document.number.byteCount) {
      tale.keep(document.label, document.number, isHidden: true, "\(path).documents[\(index)]", .tooLarge)
    }
    person.documents.removeAll { !BitwardenLimit.name.holds($0.number.byteCount) }
    return person
  }

  /// Returns a list without its first element, which alone is written, if that is too long.
  private static func fitting(
    _ list: [PersonRecord.Labelled], _ path: String, _ tale: inout ExportReport
  ) -> [PersonRecord.Labelled] {
    guard let first = list.first, !BitwardenLimit.name.holds(first.text.utf8.count) else { return list }
    tale.keep(first.label, SharedSecret(copying: first.text.utf8), isHidden: false, "\(path)[0]", .tooLarge)
    return []
  }

  /// Moves a text that is too long into a field.
  private static func move(_ text: inout String, _ name: String, _ path: String, _ tale: inout ExportReport) {
    guard !BitwardenLimit.name.holds(text.utf8.count) else { return }
    tale.keep(name, SharedSecret(copying: text.utf8), isHidden: false, path, .tooLarge)
    text = ""
  }

  /// Moves a secret that is too long into a hidden field.
  private static func move(
    _ secret: inout SharedSecret?, _ name: String, _ limit: BitwardenLimit, _ path: String, _ tale: inout ExportReport
  ) {
    guard let value = secret, !limit.holds(value.byteCount) else { return }
    tale.keep(name, value, isHidden: true, path, .tooLarge)
    secret = nil
  }
}
