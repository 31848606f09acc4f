// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import WebAuthnModel

/// One command of a test driver: a JSON object whose `op` is the name that the driver of web platform tests uses, and whose members are
/// those of WebDriver's command (WebAuthn L3 §11).
package enum Command: Sendable {
  /// Adds an authenticator (§11.3).
  case addVirtualAuthenticator(AuthenticatorConfiguration)
  /// Removes an authenticator with its credentials (§11.4).
  case removeVirtualAuthenticator(String)
  /// Adds a credential to an authenticator (§11.5).
  case addCredential(String, CredentialParameters)
  /// Returns all credentials of an authenticator (§11.6).
  case getCredentials(String)
  /// Removes a credential from an authenticator (§11.7).
  case removeCredential(String, Base64URL)
  /// Removes all credentials of an authenticator (§11.8).
  case removeAllCredentials(String)
  /// Sets whether the user is verified from now on (§11.9).
  case setUserVerified(String, Bool)

  /// The maximum number of bytes of a command; enough for several large blobs and RSA keys.
  package static let byteLimit = 64 * 1024
}

extension Command: Decodable {
  private enum Key: String, CodingKey {
    case op, id, config, credential, uv
    case credentialID = "credential_id"
  }

  private struct Verified: Decodable { var isUserVerified: Bool }

  /// Parses one line.
  ///
  /// - Throws: ``CommandError`` `invalidArgument` for a malformed command, `unknownCommand` for an unknown one.
  package init(line: some Sequence<UInt8>) throws(CommandError) {
    do {
      self = try JSONDecoder().decode(Command.self, from: Data(line))
    } catch let error as CommandError {
      throw error
    } catch DecodingError.keyNotFound(let key, _) {
      throw CommandError(.invalidArgument, "the member \(key.stringValue) is missing")
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
      throw CommandError(.invalidArgument, "the member \(context.codingPath.map(\.stringValue).joined(separator: ".")) is of another type")
    } catch {
      throw CommandError(.invalidArgument, "the line is no JSON object")
    }
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func id() throws -> String { try values.decode(String.self, forKey: .id) }
    switch try values.decode(String.self, forKey: .op) {
    case "add_virtual_authenticator": self = .addVirtualAuthenticator(try values.decode(AuthenticatorConfiguration.self, forKey: .config))
    case "remove_virtual_authenticator": self = .removeVirtualAuthenticator(try id())
    case "add_credential": self = .addCredential(try id(), try values.decode(CredentialParameters.self, forKey: .credential))
    case "get_credentials": self = .getCredentials(try id())
    case "remove_credential":
      guard let credential = Base64URL(parsing: try values.decode(String.self, forKey: .credentialID)) else {
        throw CommandError(.invalidArgument, "credential_id is not base64url without padding")
      }
      self = .removeCredential(try id(), credential)
    case "remove_all_credentials": self = .removeAllCredentials(try id())
    case "set_user_verified":
      // WebDriver's command has an object, but drivers also pass the value on its own.
      let isVerified = try (try? values.decode(Bool.self, forKey: .uv)) ?? values.decode(Verified.self, forKey: .uv).isUserVerified
      self = .setUserVerified(try id(), isVerified)
    case let other: throw CommandError(.unknownCommand, other)
    }
  }
}
