// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Turns messages into a frame's JSON and back.
package enum MessageCoding {
  /// Encodes a message; keys are sorted, so that equal messages are equal bytes.
  ///
  /// - Throws: `malformedMessage` when the value has no JSON form, `frameTooLarge` when it exceeds a frame.
  package static func encode(_ message: some Encodable) throws(LocalTransportError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(message) else { throw LocalTransportError(.malformedMessage) }
    guard data.count <= SocketFrameLimits.json else { throw LocalTransportError(.frameTooLarge) }
    return [UInt8](data)
  }

  /// Decodes a message; unknown members are ignored.
  ///
  /// - Throws: `malformedMessage` when the bytes are no such message.
  package static func decode<Message: Decodable>(_ type: Message.Type, from json: [UInt8]) throws(LocalTransportError) -> Message {
    guard let message = try? JSONDecoder().decode(type, from: Data(json)) else { throw LocalTransportError(.malformedMessage) }
    return message
  }
}
