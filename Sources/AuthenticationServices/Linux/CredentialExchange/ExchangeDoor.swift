// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
package import SecretMemory
internal import Synchronization

/// A connection to the broker on which requests are answered by their numbers.
package protocol BrokerAsking: Sendable {
  /// Sends a request to the broker and waits for the final answer. Cancelling the task cancels the request at the broker.
  ///
  /// - Throws: ``BrokerClientError``.
  func ask(_ request: ClientRequest, secret: SecretMemory.SharedSecret?) async throws(BrokerClientError) -> BrokerClient.Reply
}

extension BrokerClient: BrokerAsking {}

/// The connection that the managers of credential exchange use: in a provider's process its own connection to the broker, otherwise the
/// app's.
package enum ExchangeDoor {
  /// The connection of the provider that the task works for. In tests, one process has several.
  @TaskLocal package static var ofTask: (any BrokerAsking)?

  private static let ofProcess = Mutex<(any BrokerAsking)?>(nil)

  /// Sets the connection of this process, which is a provider.
  package static func open(over conversation: any BrokerAsking) { ofProcess.withLock { $0 = conversation } }

  static var current: any BrokerAsking { ofTask ?? ofProcess.withLock { $0 } ?? BrokerClient.current }
}
