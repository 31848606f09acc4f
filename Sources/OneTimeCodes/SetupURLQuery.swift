// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// The parameters of a set-up URL, each known name at most once, values still encoded.
struct SetupURLQuery {
  private static let knownNames: Set<String> = ["secret", "issuer", "algorithm", "digits", "period", "counter", "encoder"]
  private var values: [String: Slice<UnsafeRawBufferPointer>] = [:]

  init(_ query: Slice<UnsafeRawBufferPointer>) throws(OneTimeCodesError) {
    for pair in query.split(separator: UInt8(ascii: "&")) {
      let rawName = pair.prefix { $0 != UInt8(ascii: "=") }
      var name = String(decoding: rawName, as: UTF8.self).lowercased()
      if name.hasPrefix("amp;") { name.removeFirst(4) }
      guard Self.knownNames.contains(name) else { continue }
      guard values.updateValue(pair[rawName.endIndex...].dropFirst(), forKey: name) == nil else {
        throw OneTimeCodesError(.duplicateParameter, parameter: name)
      }
    }
  }

  /// A parameter's decoded text; `nil` when it is missing.
  func text(_ name: String) throws(OneTimeCodesError) -> String? {
    try values[name]?.percentDecodedText(name, plusIsSpace: true)
  }

  /// A parameter of decimal digits; anything else, also beyond 64 bits, is the given error.
  func number(_ name: String, otherwise code: OneTimeCodesError.Code) throws(OneTimeCodesError) -> UInt64? {
    guard let text = try text(name) else { return nil }
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = UInt64(text) else {
      throw OneTimeCodesError(code, parameter: name)
    }
    return number
  }

  /// The secret, decoded from its Base32 without passing through a `String`.
  func secret() throws(OneTimeCodesError) -> SecretBytes {
    guard let encoded = values["secret"], !encoded.isEmpty else { throw OneTimeCodesError(.missingSecret, parameter: "secret") }
    var characters = SecretBytes(byteCount: encoded.count)
    let count = try characters.withMutableBytes { (output) throws(OneTimeCodesError) in
      var count = 0
      try encoded.percentDecode("secret", plusIsSpace: true) { byte in
        output[count] = byte
        count += 1
      }
      return count
    }
    return try characters.withBytes { (bytes) throws(OneTimeCodesError) in
      try Base32.decode(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
    }
  }
}
