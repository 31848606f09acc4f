// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import ExchangeFormats
import SecretMemory

/// The readers of foreign files, each with the properties that must hold for its input.
///
/// It is part of the main package, because only that package can use the parsers; the fuzzing package supplies the inputs.
public enum ExchangeParsers {
  /// Gives a file to the reader of the family that its first byte selects, or with 255 to the one that its content indicates.
  ///
  /// No passphrase is given, because deriving a key takes longer than everything else. Of encrypted files, only the unencrypted beginning
  /// is read; the decrypted contents have their own readers (``ReaderFamily``).
  ///
  /// No passphrase is given, since deriving a key takes longer than all the rest: of sealed files, what lies before the seal is read, and
  /// what lies under it has readers of its own (``ReaderFamily``).
  /// - Parameter plantsFault: Whether to misjudge something deliberately.
  /// - Returns: The property that does not hold, or nil if all hold.
  public static func brokenProperty(ofFile input: [UInt8], family: ReaderFamily, plantsFault: Bool) -> String? {
    guard let first = input.first else { return nil }
    return input.dropFirst().withUnsafeBytes { file in
      let (format, collection) = read(file, first, family)
      guard let collection else { return nil }
      // The planted fault: treats a title, or a finding's place, with a character that no seed has as wrong.
      if plantsFault,
        collection.items.contains(where: { isOdd($0.title) })
          || collection.findings.contains(where: { isOdd($0.place.path) || isOdd($0.place.title) })
      {
        return "a file with an odd name is one"
      }
      guard collection.readCount >= 0, collection.items.count + collection.findings.count > 0 || collection.readCount == 0 else {
        return "an entry that was counted is an item or has a finding"
      }
      let written = ReadingOutcome.collection(collection, format: format.rawValue).written.joined()
      guard let again = try? written.withBytes({ try ReadingOutcome(reading: $0) }) else { return "what was read goes through the pipe" }
      return constantTimeEquals(again.written.joined(), written) ? nil : "what goes through the pipe stays what it is"
    }
  }

  /// Whether a text contains a tilde, or one of the frame characters into which the bytes of an archive's names are converted.
  private static func isOdd(_ text: String) -> Bool { text.unicodeScalars.contains { $0 == "~" || 0x2500...0x25FF ~= $0.value } }

  private static func read(_ file: UnsafeRawBufferPointer, _ first: UInt8, _ family: ReaderFamily) -> (ImportFormat, ImportedCollection?) {
    let formats = family.formats
    if first == 255 {
      if let format = ImportFormat.detect(file) { return (format, try? ImportReader.read(file, as: format)) }
      let packed = try? PackedFiles(file)
      if let packed { return (packed.format, try? packed.read(keys: ImportKeys())) }
      _ = ImportFormat.failure(file)
      return (.loginCSV, nil)
    }
    let number = Int(first) % (formats.count + family.openedCount)
    guard number < formats.count else {
      return (formats[0], try? family.readOpened(file, number: number - formats.count))
    }
    return (formats[number], try? ImportReader.read(file, as: formats[number]))
  }

  /// Gives bytes to the reader of what comes through the pipe.
  /// - Returns: The property that does not hold, or nil if all hold.
  public static func brokenProperty(ofAnswer input: [UInt8], plantsFault: Bool) -> String? {
    guard let outcome = try? input.withUnsafeBytes({ try ReadingOutcome(reading: $0) }) else { return nil }
    // The planted fault: treats answers with a finding as wrong.
    if plantsFault, case .collection(let collection, _) = outcome, !collection.findings.isEmpty { return "an answer with findings is one" }
    return outcome.written.joined().withBytes { Array($0) == input } ? nil : "an answer has one encoding"
  }
}
