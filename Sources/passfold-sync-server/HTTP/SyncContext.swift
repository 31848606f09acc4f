// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import Hummingbird
import Logging

/// The data of a request during routing.
package struct SyncContext: RequestContext {
  /// Hummingbird's own part.
  package var coreContext: CoreRequestContextStorage
  /// The peer's network, or a constant if there is no network address.
  let peer: String

  /// Creates a context from the peer's address.
  package init(source: Source) {
    coreContext = .init(source: source)
    peer = source.channel.remoteAddress?.ipAddress.map(ClientNetwork.name) ?? "local"
  }
}
