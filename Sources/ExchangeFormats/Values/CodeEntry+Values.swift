// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

extension CodeEntry {
  /// The maximum number of elements in a list, and of fields in an entry; any beyond that are reported and left out.
  static let mostElements = 1000

  /// Returns the elements of a list, up to the maximum.
  mutating func elements(_ name: String, of object: inout TrackedObject, at path: String) -> [JSONValue] {
    let elements = object.elements(name)
    if elements.count > Self.mostElements { tell(.tooLarge, path, .keptInPart) }
    return Array(elements.prefix(Self.mostElements))
  }

  /// Keeps a user's custom field; a code's link, which programs write into a field if a format has no place for the code, becomes a code.
  mutating func addFieldOrCode(_ name: String, _ value: SharedSecret, isHidden: Bool, path: String) {
    guard value.withBytes({ $0.starts(with: "otpauth://".utf8) }), var code = CodeText.code(value) else {
      return addField(name, value, isHidden: isHidden, path: path)
    }
    code.name = EntryDraft.isUsualCodeName(name) ? nil : name
    item.parts.append(.oneTimeCode(code))
  }

  /// Keeps a user's custom field, up to the maximum.
  mutating func addField(_ name: String, _ value: SharedSecret, isHidden: Bool, path: String) {
    if hasRoom(path) { item.keep(name, value: value, isHidden: isHidden) }
  }

  /// Whether another field can be added; the first one without room is reported.
  mutating func hasRoom(_ path: String) -> Bool {
    if item.annotations.fields.count < Self.mostElements { return true }
    if !findings.contains(where: { $0.reason == .tooLarge && $0.outcome == .leftOut }) { tell(.tooLarge, path, .leftOut) }
    return false
  }

  /// Adds the generator described by a text; an unusable text is kept unchanged.
  ///
  /// - Parameters:
  ///   - text: A set-up link, `steam://`, or the bare Base32 secret.
  ///   - account: The account if the text has none.
  mutating func add(codeText text: SharedSecret, account: String, path: String) {
    if let code = CodeText.code(text, account: account) {
      item.parts.append(.oneTimeCode(code))
      if CodeText.setup(text)?.hasSurplusLetter == true { tell(.malformedValue, path, .readLeniently) }
    } else if !text.withBytes({ $0.contains(UInt8(ascii: ":")) }) {
      add(KeptGenerator("totp", secret: .base32(text)), issuer: nil, account: account, path: path)
    } else {
      keep("Code secret", text, isHidden: true, .unsupportedCode, path)
    }
  }

  /// Keeps every text, number and Boolean value within an unknown value as hidden fields named after their members.
  ///
  /// - Parameter isTold: Whether each is reported; false if a finding covers the whole value.
  mutating func keepAll(_ value: JSONValue, _ bytes: UnsafeRawBufferPointer, at path: String, isTold: Bool = true) {
    switch value {
    case .null: break
    case .object(let members): for member in members { keepAll(member.value, bytes, at: "\(path).\(member.name)", isTold: isTold) }
    case .array(let elements):
      for (index, element) in elements.enumerated() { keepAll(element, bytes, at: "\(path)[\(index)]", isTold: isTold) }
    case .boolean, .number, .text:
      guard let scalar = TrackedObject.scalar(value, bytes), scalar.byteCount > 0 else { return }
      let name = path.split(separator: ".").last.map(String.init) ?? path
      if isTold { keep(name, scalar, isHidden: true, .unknownMember, path) } else { addField(name, scalar, isHidden: true, path: path) }
    }
  }

  /// Reports like ``tellRest(of:at:)``, but keeps the values in objects and arrays one by one.
  mutating func tellRest(of object: TrackedObject, at path: String = "", keepsNested: Bool) {
    var plain = object
    for member in object.rest where TrackedObject.scalar(member.value, object.bytes) == nil {
      plain.passOver(member.name)
      keepAll(member.value, object.bytes, at: path + member.name)
    }
    tellRest(of: plain, at: path)
  }

  /// Whether a brand's name only repeats what the card's number shows.
  func isKnown(brand: String, of number: SharedSecret?) -> Bool {
    guard let known = number.flatMap({ CardBrand(ofNumber: $0) }) else { return false }
    func letters(_ text: String) -> String { text.lowercased().filter(\.isLetter) }
    // Some call American Express "Amex".
    return letters(brand) == letters(known.rawValue) || known == .americanExpress && letters(brand) == "amex"
  }
}
