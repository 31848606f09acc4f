// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a driver reads after each command: `{"result": …}` or `{"error": "…"}`, one line.
package enum CommandReply: Encodable, Sendable {
  /// It is done, and there is nothing to tell.
  case done
  /// An authenticator's identifier.
  case identifier(String)
  /// The credentials of an authenticator, oldest first.
  case credentials([CredentialParameters])
  /// It was not done.
  case failure(CommandError)

  private enum Key: String, CodingKey { case result, error }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch self {
    case .done: try values.encodeNil(forKey: .result)
    case .identifier(let identifier): try values.encode(identifier, forKey: .result)
    case .credentials(let credentials): try values.encode(credentials, forKey: .result)
    case .failure(let error): try values.encode("\(error.code.name): \(error.detail)", forKey: .error)
    }
  }

  /// The reply's line, without its end.
  package var line: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { [UInt8]($0) } ?? []
  }
}
