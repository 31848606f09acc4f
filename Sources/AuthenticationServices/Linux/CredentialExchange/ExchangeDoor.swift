// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
package import SecretMemory
internal import Synchronization

/// A conversation with the broker in which requests are answered under their numbers.
package protocol BrokerAsking: Sendable {
  /// Asks the broker and waits for the final answer; cancelling the task cancels the request at the broker.
  ///
  /// - Throws: ``BrokerClientError``.
  func ask(_ request: ClientRequest, secret: SecretMemory.SharedSecret?) async throws(BrokerClientError) -> BrokerClient.Reply
}

extension BrokerClient: BrokerAsking {}

/// Where the managers of credential exchange ask: in a provider's process over its own conversation with the broker, else as an app.
package enum ExchangeDoor {
  /// The conversation of the provider that the task works for; tests have several in one process.
  @TaskLocal package static var ofTask: (any BrokerAsking)?

  private static let ofProcess = Mutex<(any BrokerAsking)?>(nil)

  /// Takes note of the one conversation of this process, which is a provider's.
  package static func open(over conversation: any BrokerAsking) { ofProcess.withLock { $0 = conversation } }

  static var current: any BrokerAsking { ofTask ?? ofProcess.withLock { $0 } ?? BrokerClient.current }
}
