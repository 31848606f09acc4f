// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

extension JSONReader {
  /// Reads base64url, with the padding and alphabets that ``Base64URL/init(parsingPadded:)`` accepts.
  mutating func paddedBase64URL() throws(Malformed) -> Base64URL {
    guard let value = Base64URL(parsingPadded: try stringBytes()) else { throw Malformed() }
    return value
  }

  /// Reads a value; nil if it is null.
  mutating func unlessNull<Value>(_ read: (inout JSONReader) throws(Malformed) -> Value) throws(Malformed) -> Value? {
    skipNull() ? nil : try read(&self)
  }

  /// Reads the client extension outputs, which are empty in most responses.
  mutating func clientExtensionResults() throws(Malformed) -> AuthenticationExtensionsClientOutputsJSON {
    let text = try valueText()
    if text.elementsEqual("{}".utf8) { return .init() }
    guard let results = try? JSONDecoder().decode(AuthenticationExtensionsClientOutputsJSON.self, from: Data(text)) else {
      throw Malformed()
    }
    return results
  }
}
