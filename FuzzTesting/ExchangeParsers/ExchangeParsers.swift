// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import ExchangeFormats
import SecretMemory

/// What is read of strangers' files, each with what has to hold of its input.
///
/// It belongs to this package, which alone may use it; the fuzzing package hands inputs in.
public enum ExchangeParsers {
  /// Gives a file to the reader that its first byte names, or with 255 to the one that its content tells of.
  ///
  /// No passphrase is given, since deriving a key takes longer than all the rest: of sealed files, what lies before the seal is read.
  /// - Parameter plantsFault: Whether something shall be misjudged on purpose.
  /// - Returns: The property that does not hold; nil where all do.
  public static func brokenProperty(ofFile input: [UInt8], plantsFault: Bool) -> String? {
    guard let first = input.first else { return nil }
    let formats = ImportFormat.allCases
    return input.dropFirst().withUnsafeBytes { file in
      let detected = ImportFormat.detect(file)
      guard let format = first == 255 ? detected : formats[Int(first) % formats.count] else { return nil }
      guard let collection = try? ImportReader.read(file, as: format) else { return nil }
      // The planted fault: files with two entries or more pass for wrong.
      if plantsFault, collection.items.count > 1 { return "a file with several entries is one" }
      guard collection.readCount >= 0, collection.items.count + collection.findings.count > 0 || collection.readCount == 0 else {
        return "an entry that was counted is an item or has a finding"
      }
      let written = ReadingOutcome.collection(collection, format: format.rawValue).written.joined()
      guard let again = try? written.withBytes({ try ReadingOutcome(reading: $0) }) else { return "what was read goes through the pipe" }
      return constantTimeEquals(again.written.joined(), written) ? nil : "what goes through the pipe stays what it is"
    }
  }

  /// Gives bytes to the reader of what comes through the pipe.
  /// - Returns: The property that does not hold; nil where all do.
  public static func brokenProperty(ofAnswer input: [UInt8], plantsFault: Bool) -> String? {
    guard let outcome = try? input.withUnsafeBytes({ try ReadingOutcome(reading: $0) }) else { return nil }
    // The planted fault: answers with a finding pass for wrong.
    if plantsFault, case .collection(let collection, _) = outcome, !collection.findings.isEmpty { return "an answer with findings is one" }
    return outcome.written.joined().withBytes { Array($0) == input } ? nil : "an answer has one encoding"
  }
}
