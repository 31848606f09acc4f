// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import BrokerProtocol
import LocalTransport
import SecretMemory

/// The messages between providers for an exchange, each with the properties that must hold for its input.
///
/// It is part of the main package, because only that package can use the parsers; the fuzzing package supplies the inputs.
public enum HandoverParsers {
  /// Gives bytes to the reader of exported data. What it accepts, it writes and reads again unchanged.
  ///
  /// - Parameter plantsFault: Whether to misjudge something deliberately.
  /// - Returns: The property that does not hold, or nil if all hold.
  public static func brokenProperty(ofContent input: [UInt8], plantsFault: Bool) -> String? {
    guard let data = try? input.withUnsafeBytes({ try ExchangeReader.read($0) }) else { return nil }
    // The planted fault: treats data with an item as wrong.
    if plantsFault, data.accounts.contains(where: { !$0.items.isEmpty }) { return "a handover with items is one" }
    guard (try? readByteByByte(input)) == data else { return "bytes say the same, however they come" }
    guard let written = try? ExchangeWriter.write(data) else { return "what was read can be written" }
    guard let again = try? written.withBytes({ try ExchangeReader.read($0) }) else { return "what was written can be read" }
    return again == data ? nil : "what is written and read stays what it is"
  }

  private static func readByteByByte(_ input: [UInt8]) throws -> ASExportedCredentialData {
    var reader = ExchangeReader()
    for byte in input { try withUnsafeBytes(of: byte) { try reader.take($0) } }
    return try reader.finish()
  }

  /// Gives bytes to the reader of a provider's requests to its broker.
  ///
  /// - Returns: The property that does not hold, or nil if all hold.
  public static func brokenProperty(ofMessage input: [UInt8]) -> String? {
    guard let message = try? MessageCoding.decode(ClientMessage.self, from: input) else { return nil }
    // A value without a JSON form, such as NaN, is never sent.
    guard let written = try? MessageCoding.encode(message) else { return nil }
    guard let again = try? MessageCoding.decode(ClientMessage.self, from: written) else { return "a message that was written can be read" }
    return (try? MessageCoding.encode(again)) == written ? nil : "a message stays what it is"
  }
}
