// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import SecretMemory

/// The vault's order to the program that writes a file.
package struct WritingOrder: Sendable {
  /// The name of the format.
  package let format: String
  /// The passphrase for the file; nil for an unencrypted file.
  package let passphrase: SharedSecret?
  /// The time of the export.
  package let date: Date
  /// The entries.
  package let items: [ExchangedItem]

  /// Creates an order.
  package init(format: String, passphrase: SharedSecret?, date: Date, items: [ExchangedItem]) {
    self.format = format
    self.passphrase = passphrase
    self.date = date
    self.items = items
  }

  /// The order for the pipe.
  package var written: CarriageWriter {
    var writer = CarriageWriter()
    writer.text(format)
    writer.optional(passphrase) { $0.secret($1) }
    writer.date(date)
    writer.list(items) { $0.item($1) }
    return writer
  }

  /// Reads an order.
  package init(reading bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) {
    self = try CarriageReader.whole(bytes) { (reader) throws(CredentialExchangeError) in
      WritingOrder(
        format: try reader.text(), passphrase: try reader.optional { (reader) throws(CredentialExchangeError) in try reader.secret() },
        date: try reader.date(), items: try reader.list { (reader) throws(CredentialExchangeError) in try reader.item() })
    }
  }
}

/// The answer of the program that writes a file.
package enum WritingOutcome: Sendable {
  /// The file, and the data that the format cannot hold.
  case file(SharedSecret, findings: [ImportFinding])
  /// The reason that there is none.
  case failure(CredentialExchangeError)

  /// The answer for the pipe.
  package var written: CarriageWriter {
    var writer = CarriageWriter()
    switch self {
    case .file(let file, let findings):
      writer.number(1)
      writer.secret(file)
      writer.list(findings) { $0.finding($1) }
    case .failure(let error):
      writer.number(2)
      writer.failure(error)
    }
    return writer
  }

  /// Reads an answer.
  package init(reading bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) {
    self = try CarriageReader.whole(bytes) { (reader) throws(CredentialExchangeError) in
      switch try reader.number() {
      case 1:
        let file = try reader.secret()
        return .file(file, findings: try reader.list { (reader) throws(CredentialExchangeError) in try reader.finding() })
      case 2: return .failure(try reader.failure())
      default: throw reader.malformed
      }
    }
  }
}
