// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// A LastPass note with a kind: its first line is `NoteType:…`, then come lines of a name and a value, and `Notes:` with everything that
/// follows.
struct LastPassNote {
  static let longestName = 100

  /// The kind, such as `Credit Card`.
  let kind: String
  private let lines: [(name: String, value: SharedSecret)]

  /// Splits a note; nil if it has no kind.
  init?(_ text: SharedSecret) {
    let lines = text.withBytes { Self.lines(of: $0) }
    guard let first = lines.first, first.name == "NoteType" else { return nil }
    kind = Self.string(first.value)
    self.lines = Array(lines.dropFirst())
  }

  private static func string(_ secret: SharedSecret) -> String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }

  private static func lines(of bytes: UnsafeRawBufferPointer) -> [(name: String, value: SharedSecret)] {
    var (result, place): ([(name: String, value: SharedSecret)], Int) = ([], 0)
    while place < bytes.count {
      let lineEnd = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
      let colon = bytes[place..<lineEnd].firstIndex(of: UInt8(ascii: ":"))
      guard let colon, colon - place <= longestName else { break }
      let name = String(decoding: bytes[place..<colon], as: UTF8.self)
      var end = lineEnd
      if name == "Notes" {
        end = bytes.count
      } else {
        // A value extends to the next line with a name, and a PEM key (RFC 7468) to its own end. Each line is examined only once, so its
        // state is remembered.
        var line = bytes[colon..<end]
        var (hasBegun, hasEnded) = (false, false)
        while end < bytes.count {
          hasBegun = hasBegun || contains("-----BEGIN ", line)
          hasEnded = hasEnded || contains("-----END ", line)
          let next = bytes[(end + 1)...].firstIndex(of: 0x0A) ?? bytes.count
          line = bytes[(end + 1)..<next]
          if !hasBegun || hasEnded, hasName(line) { break }
          end = next
        }
      }
      var value = bytes[(colon + 1)..<end]
      while let last = value.last, last == 0x0A || last == 0x0D { value.removeLast() }
      result.append((name, SharedSecret(copying: UnsafeRawBufferPointer(rebasing: value))))
      place = min(end + 1, bytes.count)
    }
    return result
  }

  private static func contains(_ text: StaticString, _ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
    text.withUTF8Buffer { text in
      bytes.indices.contains { place in bytes[place] == text[0] && bytes[place...].starts(with: text) }
    }
  }

  private static func hasName(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return colon > line.startIndex && colon - line.startIndex <= longestName
  }

  /// Converts the note into a card or a person if it is one; the rest becomes fields.
  func take(into draft: inout EntryDraft) {
    var (card, person) = (ExchangedCard(), ExchangedPerson())
    var (address, codes, town, names) = ([String?](), [String](), [String](), [String: String]())
    for (name, value) in lines where value.byteCount > 0 {
      // Evaluated only for values that are not secret.
      var text: String { Self.string(value) }
      switch (kind, name) {
      case (_, "Notes"): draft.add(note: value)
      // The language in which the form was filled in.
      case (_, "Language"): break
      case ("Credit Card", "Name on Card"): card.holder = text
      case ("Credit Card", "Number"): card.number = CardNumber.normalized(value)
      case ("Credit Card", "Security Code"): card.securityCode = value
      case ("Credit Card", "Expiration Date"), ("Credit Card", "Start Date"):
        guard Self.isEntered(value) else { break }
        guard let month = Self.month(text) else {
          draft.keep(name, value, because: .malformedValue)
          break
        }
        if name == "Start Date" { card.validFrom = month } else { card.expires = month }
      case ("Address", "First Name"), ("Address", "Middle Name"), ("Address", "Last Name"): names[name] = text
      case ("Address", "Company"): person.organisation = text
      case ("Address", "Birthday"):
        guard Self.isEntered(value) else { break }
        person.birthday = Self.day(text)
        if person.birthday == nil { draft.keep(name, value, because: .malformedValue) }
      case ("Address", "Email Address"): person.add(email: text, label: "Email")
      case ("Address", "Phone"), ("Address", "Evening Phone"), ("Address", "Mobile Phone"), ("Address", "Fax"):
        person.add(phone: Self.phone(text), label: name)
      case ("Address", "Address 1"), ("Address", "Address 2"), ("Address", "Address 3"): address.append(text)
      case ("Address", "Zip / Postal Code"): codes.append(text)
      case ("Address", "City / Town"): town.append(text)
      case ("Address", "County"), ("Address", "State"), ("Address", "Country"): names[name] = text
      case ("Server", "Username"), ("Database", "Username"), ("Email Account", "Username"), ("Instant Messenger", "Username"):
        draft.login.user = text
      case ("Server", "Password"), ("Database", "Password"), ("Email Account", "Password"), ("Instant Messenger", "Password"):
        draft.login.password = value
      case ("Passport", "Name"), ("Driver's License", "Name"), ("Social Security", "Name"): person.givenName = text
      case ("Passport", "Number"), ("Driver's License", "Number"), ("Social Security", "Number"): person.add(document: value, label: kind)
      case ("Passport", "Date of Birth"), ("Driver's License", "Date of Birth"):
        guard Self.isEntered(value) else { break }
        person.birthday = Self.day(text)
        if person.birthday == nil { draft.keep(name, value, because: .malformedValue) }
      default:
        // An empty date consists only of commas.
        guard Self.isEntered(value) else { break }
        draft.keep(name, value, isHidden: SecretNames.isSecret(name))
      }
    }
    if kind == "Address" {
      person.givenName = [names["First Name"], names["Middle Name"]].compactMap(\.self).joined(separator: " ")
      person.familyName = names["Last Name"] ?? ""
      let place = (codes.reversed() + town).joined(separator: " ")
      person.add(addressLines: address + [place, names["County"], names["State"], names["Country"]], label: "Address")
    }
    if kind == "Credit Card" { draft.others.append(.card(card)) }
    if kind == "Address" || !person.isEmpty { draft.others.append(.person(person)) }
    if kind != "Credit Card", kind != "Address" { draft.keep("Kind", text: kind) }
  }

  /// Whether there is more than the commas of an empty date.
  private static func isEntered(_ value: SharedSecret) -> Bool { value.withBytes { $0.contains { $0 != UInt8(ascii: ",") } } }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
  ]

  /// Reads `January,2025`.
  private static func month(_ text: String) -> CardMonth? {
    let parts = text.split(separator: ",")
    guard parts.count == 2, let year = Int(parts[1].trimmedNumber), let month = number(of: parts[0]) else { return nil }
    return CardMonth(year: year < 100 ? year + 2000 : year, month: month)
  }

  /// Reads `January,31,2001`.
  private static func day(_ text: String) -> CalendarDay? {
    let parts = text.split(separator: ",")
    guard parts.count == 3, let month = number(of: parts[0]), let day = Int(parts[1].trimmedNumber), let year = Int(parts[2].trimmedNumber)
    else { return nil }
    return CalendarDay(year: year, month: month, day: day)
  }

  private static func number(of month: Substring) -> Int? {
    if let index = months.firstIndex(of: month.lowercased()) { return index + 1 }
    return Int(month.trimmedNumber)
  }

  /// Returns a telephone number, which is stored as JSON if the form had a field for its country.
  private static func phone(_ text: String) -> String? {
    guard text.hasPrefix("{") else { return text }
    return Array(text.utf8).withUnsafeBytes { bytes in
      guard let value = try? JSONReader.value(of: bytes) else { return text }
      var members = JSONMembers(value, in: bytes)
      let number = members.text("num") ?? members.text("number")
      guard let number else { return nil }
      return [number, members.text("ext").map { "ext. \($0)" }].compactMap(\.self).joined(separator: " ")
    }
  }
}

extension Substring {
  fileprivate var trimmedNumber: String { trimmingSpace }
}
