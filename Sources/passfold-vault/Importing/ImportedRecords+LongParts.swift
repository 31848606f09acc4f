// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// A record has 64 KiB: what is too long for it becomes a file of it, whole, and the record says where that is.
extension ImportedRecords {
  /// The most bytes of each sort of what a record says.
  private enum Room {
    static let note = 12_288
    static let textOfNote = 24_576
    static let value = 4_096
    static let fields = 12_288
    static let password = 8_192
    static let services = 6_144
    static let tags = 6_144
    static let labelled = 12_288
    static let blob = 16_384
    /// What each of several takes beside its own bytes.
    static let each = 80
    /// The files that a record may get beside those that it has: a person adds others.
    static let files = 60
  }

  mutating func moveLongPartsToFiles() {
    for index in records.indices { moveValues(of: index) }
    if let note = records[0].annotations.note, note.byteCount > Room.note {
      records[0].annotations.note = moved(note, as: "Note", of: 0, path: "note")
    }
    moveFields()
    let tags = records[0].annotations.tags.map { SharedSecret(copying: $0.utf8) }
    records[0].annotations.tags = Array(records[0].annotations.tags.prefix(kept(tags, Room.tags, as: "Tags", of: 0, path: "tags")))
  }

  private mutating func moveValues(of index: Int) {
    switch records[index].record {
    case .password(var login):
      if login.password.byteCount > Room.password {
        _ = moved(login.password, as: "Password", of: index, path: "password")
        login.password = Self.empty
      }
      login.services = kept(login.services, of: index)
      records[index].record = .password(login)
    case .oneTimeCode(var code):
      code.services = kept(code.services, of: index)
      records[index].record = .oneTimeCode(code)
    case .note(var note) where note.text.byteCount > Room.textOfNote:
      note.text = moved(note.text, as: note.title, of: index, path: "note")
      records[index].record = .note(note)
    case .identity(var person):
      person.emails = kept(person.emails, of: index, path: "emails")
      person.phones = kept(person.phones, of: index, path: "phones")
      person.addresses = kept(person.addresses, of: index, path: "addresses")
      person.documents = kept(person.documents, of: index)
      records[index].record = .identity(person)
    case .card(var card):
      card.number = short(card.number, as: "Number", of: index, path: "number") ?? Self.empty
      card.securityCode = card.securityCode.flatMap { short($0, as: "Security code", of: index, path: "securityCode") }
      card.pin = card.pin.flatMap { short($0, as: "PIN", of: index, path: "pin") }
      records[index].record = .card(card)
    case .passkey(var passkey):
      guard let blob = passkey.largeBlob, blob.byteCount > Room.blob else { break }
      passkey.largeBlob = nil
      records[index].record = .passkey(passkey)
      tell(.tooLarge, "largeBlob", .keptAsField(addFile("Large blob", mediaType: nil, added: nil, blob, to: index)))
    default: break
    }
  }

  private mutating func kept(_ services: [ServiceIdentifier], of index: Int) -> [ServiceIdentifier] {
    let texts = services.map { SharedSecret(copying: $0.text.utf8) }
    return Array(services.prefix(kept(texts, Room.services, as: "Addresses", of: index, path: "services")))
  }

  private mutating func kept(_ texts: [PersonRecord.Labelled], of index: Int, path: String) -> [PersonRecord.Labelled] {
    let short = texts.map { text in
      guard text.text.utf8.count > Room.value else { return text }
      let value = moved(SharedSecret(copying: text.text.utf8), as: text.label, of: index, path: path)
      return PersonRecord.Labelled(label: text.label, text: value.withBytes { String(decoding: $0, as: UTF8.self) })
    }
    let lines = short.map { SharedSecret(copying: "\($0.label): \($0.text)".utf8) }
    return Array(short.prefix(kept(lines, Room.labelled / 3, as: path, of: index, path: path)))
  }

  /// A number of a card; nil for one that no card has room for, which becomes a file.
  private mutating func short(_ number: SharedSecret, as name: String, of index: Int, path: String) -> SharedSecret? {
    guard number.byteCount > Room.value else { return number }
    _ = moved(number, as: name, of: index, path: path)
    return nil
  }

  private mutating func kept(_ documents: [PersonRecord.Document], of index: Int) -> [PersonRecord.Document] {
    let short = documents.map { document in
      guard document.number.byteCount > Room.value else { return document }
      return PersonRecord.Document(
        label: document.label, number: moved(document.number, as: document.label, of: index, path: "documents"))
    }
    let lines = short.map { JoinedSecrets.text([SharedSecret(copying: $0.label.utf8), $0.number], between: ": ") }
    return Array(short.prefix(kept(lines, Room.labelled / 3, as: "documents", of: index, path: "documents")))
  }

  private mutating func moveFields() {
    var (kept, byteCount, rest): ([RecordAnnotations.Field], Int, [SharedSecret]) = ([], 0, [])
    for field in records[0].annotations.fields {
      let named = field.name.utf8.count + Room.each
      if field.value.byteCount <= Room.value, byteCount + named + field.value.byteCount <= Room.fields {
        kept.append(field)
        byteCount += named + field.value.byteCount
      } else if byteCount + named * 2 <= Room.fields, records[0].files.count < Room.files {
        let value = moved(field.value, as: field.name, of: 0, path: "fields.\(field.name)")
        kept.append(RecordAnnotations.Field(name: field.name, isHidden: field.isHidden, value: value))
        byteCount += named + value.byteCount
      } else {
        rest.append(JoinedSecrets.text([SharedSecret(copying: field.name.utf8), field.value], between: ": "))
      }
    }
    if !rest.isEmpty { _ = moved(JoinedSecrets.text(rest, between: "\n"), as: "Fields", of: 0, path: "fields") }
    records[0].annotations.fields = kept
  }

  /// How many of several have room; the others become the lines of a file.
  private mutating func kept(_ texts: [SharedSecret], _ most: Int, as name: String, of index: Int, path: String) -> Int {
    var (count, byteCount) = (0, 0)
    for text in texts {
      byteCount += text.byteCount + Room.each
      if byteCount > most { break }
      count += 1
    }
    if count < texts.count { _ = moved(JoinedSecrets.text(Array(texts[count...]), between: "\n"), as: name, of: index, path: path) }
    return count
  }

  /// Makes a file of a text, and tells of it.
  ///
  /// - Returns: What says where it is.
  private mutating func moved(_ text: SharedSecret, as name: String, of index: Int, path: String) -> SharedSecret {
    let file = addFile("\(name).txt", mediaType: "text/plain", added: nil, text, to: index)
    tell(.tooLarge, path, .keptAsField(file))
    return SharedSecret(copying: "See the file \(file)".utf8)
  }
}
