// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// The parameters of a set-up URL or a similar text. Each known name occurs at most once; values are still encoded.
struct SetupURLQuery {
  /// A known parameter. All others are ignored.
  enum Name: String, CaseIterable {
    case secret, issuer, algorithm, digits, period, counter, encoder, encoding
  }

  /// The names in the key URI format are the raw values. The format supports one encoding only.
  static let keyURINames: [(name: String, meaning: Name)] = Name.allCases.filter { $0 != .encoding }.map { ($0.rawValue, $0) }

  private let query: TextPart
  private var secretValue, issuerValue, algorithmValue, digitsValue, periodValue, counterValue, encoderValue, encodingValue: TextPart?

  /// Splits a query at its ampersands, including HTML's `&amp;`.
  ///
  /// - Throws: `duplicateParameter` at the second occurrence of a known name, because parsers disagree on which one applies.
  init(_ query: TextPart, names: [(name: String, meaning: Name)] = keyURINames) throws(OneTimeCodesError) {
    self.query = query
    var rest = query
    while !rest.isEmpty {
      let pair = rest.prefix { $0 != UInt8(ascii: "&") }
      rest = rest[pair.endIndex...].dropFirst()
      var name = pair.prefix { $0 != UInt8(ascii: "=") }
      // A word without an equals sign is not a parameter.
      guard name.endIndex < pair.endIndex else { continue }
      let value = pair[name.endIndex...].dropFirst()
      while name.startsIgnoringCase(with: "amp;") { name = name.dropFirst(4) }
      guard let known = names.first(where: { name.equalsIgnoringCase($0.name) })?.meaning else { continue }
      guard self[known] == nil else {
        throw OneTimeCodesError(.duplicateParameter, at: name.startIndex, of: query, parameter: known.rawValue)
      }
      self[known] = value
    }
  }

  /// Returns a parameter's decoded text, or `nil` if it is missing or is the word `null`, which some exporters write for no value.
  func text(_ name: Name) throws(OneTimeCodesError) -> String? {
    guard let value = self[name] else { return nil }
    let text = try PercentDecoder(value, .form, parameter: name.rawValue).text()
    return text == "null" ? nil : text
  }

  /// Returns a parameter of decimal digits, or `nil` as for ``text(_:)``. Throws the given error for anything else, including an empty
  /// value or a number beyond 64 bits.
  func number(_ name: Name, otherwise code: OneTimeCodesError.Code) throws(OneTimeCodesError) -> UInt64? {
    guard let text = try text(name) else { return nil }
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = UInt64(text) else {
      throw fault(code, name)
    }
    return number
  }

  /// Decodes the secret from Base32 without passing it through a `String`.
  func secret() throws(OneTimeCodesError) -> SecretBytes {
    guard let value = secretValue else { throw OneTimeCodesError(.missingSecret, parameter: "secret") }
    return try Base32.decode(PercentDecoder(value, .form, parameter: "secret"))
  }

  /// Returns an error about a parameter's whole value, positioned at its start.
  func fault(_ code: OneTimeCodesError.Code, _ name: Name) -> OneTimeCodesError {
    guard let value = self[name] else { return OneTimeCodesError(code, parameter: name.rawValue) }
    return OneTimeCodesError(code, at: value.startIndex, of: query, parameter: name.rawValue)
  }

  private subscript(name: Name) -> TextPart? {
    get {
      switch name {
      case .secret: secretValue
      case .issuer: issuerValue
      case .algorithm: algorithmValue
      case .digits: digitsValue
      case .period: periodValue
      case .counter: counterValue
      case .encoder: encoderValue
      case .encoding: encodingValue
      }
    }
    set {
      switch name {
      case .secret: secretValue = newValue
      case .issuer: issuerValue = newValue
      case .algorithm: algorithmValue = newValue
      case .digits: digitsValue = newValue
      case .period: periodValue = newValue
      case .counter: counterValue = newValue
      case .encoder: encoderValue = newValue
      case .encoding: encodingValue = newValue
      }
    }
  }
}

extension TextPart {
  /// Returns whether the text equals an ASCII text in lower case, ignoring case.
  func equalsIgnoringCase(_ text: String) -> Bool { count == text.utf8.count && startsIgnoringCase(with: text) }

  /// Returns whether the text starts with an ASCII text in lower case, ignoring case.
  func startsIgnoringCase(with text: String) -> Bool {
    starts(with: text.utf8) { byte, letter in
      byte == letter || ((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) && byte | 0x20 == letter)
    }
  }
}
