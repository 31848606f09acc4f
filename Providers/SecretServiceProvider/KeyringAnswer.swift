// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// What a keyring answers, read by the form that Secret Service API 0.2 gives each answer. Whoever has the keyring's name on the bus wrote it.
package struct KeyringAnswer {
  private let message: BusMessage

  /// An answer that came.
  init(_ message: BusMessage) { self.message = message }

  /// An answer as it goes over the bus; nil for bytes that libdbus refuses, as it does when they come.
  package init?(marshalled bytes: [UInt8]) {
    guard let message = BusMessage.unmarshalled(bytes) else { return nil }
    self.message = message
  }

  /// `ao`: what a search found.
  ///
  /// - Throws: `badAnswer` for another form, as all of these.
  package func objects() throws(SecretServiceError) -> [String] { try message.readObjects() }

  /// `o`: the object of an alias.
  package func object() throws(SecretServiceError) -> String { try message.readObject() }

  /// `aoo`: what is unlocked already, and the prompt for the rest; nil where none is needed.
  package func prompt() throws(SecretServiceError) -> String? {
    _ = try message.readObjects()
    let prompt = try message.readObject()
    return prompt == "/" ? nil : prompt
  }

  /// A property `ao`.
  package func objectsOfProperty() throws(SecretServiceError) -> [String] {
    try message.within(.variant) { () throws(SecretServiceError) in try message.readObjects() }
  }

  /// A property `b`.
  package func flagOfProperty() throws(SecretServiceError) -> Bool {
    try message.within(.variant) { () throws(SecretServiceError) in try message.readFlag() }
  }

  /// A property `s`.
  package func textOfProperty() throws(SecretServiceError) -> String {
    try message.within(.variant) { () throws(SecretServiceError) in try message.readText() }
  }

  /// A property `a{ss}`; of two values of one name the first counts.
  package func textsOfProperty() throws(SecretServiceError) -> [String: String] {
    try message.within(.variant) { () throws(SecretServiceError) in try message.readDictionary() }
  }

  /// `vo`: the other side's public number, and the session's object.
  package func session() throws(SecretServiceError) -> (number: [UInt8], object: String) {
    let number = try message.within(.variant) { () throws(SecretServiceError) in try message.readBytes() }
    return (number, try message.readObject())
  }

  /// `a{o(oayays)}`: items, each with the session, the chain's beginning, the sealed bytes and what kind they are of.
  ///
  /// - Parameters:
  ///   - session: The session that they have to be sealed in.
  ///   - cipher: This side of it.
  /// - Throws: `badAnswer` also for another session, and for what does not open.
  package func secrets(of session: String, by cipher: SessionCipher) throws(SecretServiceError) -> [(item: String, secret: SharedSecret)] {
    try message.readArray { () throws(SecretServiceError) in
      try message.within(.entry) { () throws(SecretServiceError) -> (String, SharedSecret) in
        let item = try message.readObject()
        return try message.within(.structure) { () throws(SecretServiceError) -> (String, SharedSecret) in
          guard try message.readObject() == session else { throw SecretServiceError(.badAnswer) }
          let parameters = try message.readBytes()
          let secret = try message.lendBytes { bytes throws(SecretServiceError) in try cipher.open(bytes, parameters: parameters) }
          _ = try message.readText()
          return (item, secret)
        }
      }
    }
  }
}
