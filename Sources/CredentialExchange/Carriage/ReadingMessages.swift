// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// The vault's order to the program that reads a file.
package struct ReadingOrder: Sendable {
  /// The complete file.
  package let file: SharedSecret
  /// The passphrase in UTF-8; nil if none was typed.
  package let passphrase: SharedSecret?
  /// The bytes of the key file, if there is one.
  package let keyFile: SharedSecret?
  /// The format named by the user, for files that do not reveal their format.
  package let format: String?

  /// Creates an order.
  package init(file: SharedSecret, passphrase: SharedSecret? = nil, keyFile: SharedSecret? = nil, format: String? = nil) {
    self.format = format
    self.file = file
    self.passphrase = passphrase
    self.keyFile = keyFile
  }

  /// The order for the pipe.
  package var written: CarriageWriter {
    var writer = CarriageWriter()
    writer.secret(file)
    writer.optional(passphrase) { $0.secret($1) }
    writer.optional(keyFile) { $0.secret($1) }
    writer.optional(format) { $0.text($1) }
    return writer
  }

  /// Reads an order.
  package init(reading bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) {
    self = try CarriageReader.whole(bytes) { (reader) throws(CredentialExchangeError) in
      ReadingOrder(
        file: try reader.secret(), passphrase: try reader.optional { (reader) throws(CredentialExchangeError) in try reader.secret() },
        keyFile: try reader.optional { (reader) throws(CredentialExchangeError) in try reader.secret() },
        format: try reader.optional { (reader) throws(CredentialExchangeError) in try reader.text() })
    }
  }
}

/// The answer of the program that reads a file.
package enum ReadingOutcome: Sendable {
  /// The contents of the file, and the name of its format.
  case collection(ImportedCollection, format: String)
  /// The reason that it was not read, and the name of its format if known.
  case failure(CredentialExchangeError, format: String?)

  /// The answer for the pipe.
  package var written: CarriageWriter {
    var writer = CarriageWriter()
    switch self {
    case .collection(let collection, let format):
      writer.number(1)
      writer.text(format)
      writer.integer(collection.readCount)
      writer.list(collection.items) { $0.item($1) }
      writer.list(collection.findings) { $0.finding($1) }
    case .failure(let error, let format):
      writer.number(2)
      writer.optional(format) { $0.text($1) }
      writer.failure(error)
    }
    return writer
  }

  /// Reads an answer.
  package init(reading bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) {
    self = try CarriageReader.whole(bytes) { (reader) throws(CredentialExchangeError) in
      switch try reader.number() {
      case 1:
        let format = try reader.text()
        let readCount = try reader.integer()
        let items = try reader.list { (reader) throws(CredentialExchangeError) in try reader.item() }
        let findings = try reader.list { (reader) throws(CredentialExchangeError) in try reader.finding() }
        return .collection(ImportedCollection(items: items, findings: findings, readCount: readCount), format: format)
      case 2:
        let format = try reader.optional { (reader) throws(CredentialExchangeError) in try reader.text() }
        return .failure(try reader.failure(), format: format)
      default: throw reader.malformed
      }
    }
  }
}

extension CarriageWriter {
  mutating func failure(_ error: CredentialExchangeError) {
    text(error.code.description)
    optional(error.offset) { $0.integer($1) }
  }
}

extension CarriageReader {
  mutating func failure() throws(CredentialExchangeError) -> CredentialExchangeError {
    guard let code = CredentialExchangeError.Code(named: try text()) else { throw malformed }
    return CredentialExchangeError(code, offset: try optional { (reader) throws(CredentialExchangeError) in try reader.integer() })
  }
}
