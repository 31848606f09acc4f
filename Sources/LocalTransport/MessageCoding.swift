// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Encodes messages as a frame's JSON, and decodes them.
package enum MessageCoding {
  /// Encodes a message. Keys are sorted, so that equal messages have equal bytes.
  ///
  /// - Throws: `malformedMessage` if the value has no JSON form, `frameTooLarge` if it does not fit in a frame.
  package static func encode(_ message: some Encodable) throws(LocalTransportError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(message) else { throw LocalTransportError(.malformedMessage) }
    guard data.count <= SocketFrameLimits.json else { throw LocalTransportError(.frameTooLarge) }
    return [UInt8](data)
  }

  /// Decodes a message. Unknown members are ignored.
  ///
  /// - Throws: `malformedMessage` if the bytes are not such a message.
  package static func decode<Message: Decodable>(_ type: Message.Type, from json: [UInt8]) throws(LocalTransportError) -> Message {
    guard let message = try? JSONDecoder().decode(type, from: Data(json)) else { throw LocalTransportError(.malformedMessage) }
    return message
  }
}
