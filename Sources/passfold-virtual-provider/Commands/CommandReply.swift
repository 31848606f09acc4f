// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The reply to each command: `{"result": …}` or `{"error": "…"}`, one line.
package enum CommandReply: Encodable, Sendable {
  /// The command is done, without a result.
  case done
  /// An authenticator's identifier.
  case identifier(String)
  /// The credentials of an authenticator, oldest first.
  case credentials([CredentialParameters])
  /// The command was not executed.
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

  /// The reply's line, without its line break.
  package var line: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { [UInt8]($0) } ?? []
  }
}
