// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnModel

/// Executes commands on a session's authenticators.
package struct CommandDesk: Sendable {
  private let authenticators: AuthenticatorSet

  /// Creates a desk for one session.
  package init(_ authenticators: AuthenticatorSet) {
    self.authenticators = authenticators
  }

  /// Answers one line.
  package func answer(to line: [UInt8]) async -> CommandReply {
    do throws(CommandError) {
      guard line.count <= Command.byteLimit else {
        throw CommandError(.invalidArgument, "the line has more than \(Command.byteLimit) bytes")
      }
      return try await perform(try Command(line: line))
    } catch {
      return .failure(error)
    }
  }

  private func perform(_ command: Command) async throws(CommandError) -> CommandReply {
    switch command {
    case .addVirtualAuthenticator(let configuration): return .identifier(try await authenticators.add(configuration))
    case .removeVirtualAuthenticator(let id): try await authenticators.remove(id)
    case .addCredential(let id, let parameters): try await authenticators.addCredential(try VirtualCredential(parameters), to: id)
    case .getCredentials(let id): return .credentials(try await authenticators.credentials(of: id).map(CredentialParameters.init))
    case .removeCredential(let id, let credential): try await authenticators.removeCredential(credential.bytes, from: id)
    case .removeAllCredentials(let id): try await authenticators.removeAllCredentials(from: id)
    case .setUserVerified(let id, let isVerified): try await authenticators.setUserVerified(isVerified, in: id)
    }
    return .done
  }
}
