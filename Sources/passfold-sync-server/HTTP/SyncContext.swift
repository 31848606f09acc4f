// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import Hummingbird
import Logging

/// What a request carries through the routes.
package struct SyncContext: RequestContext {
  /// Hummingbird's own part.
  package var coreContext: CoreRequestContextStorage
  /// The peer's network, or a constant where there is no network below.
  let peer: String

  /// Notes the peer's address.
  package init(source: Source) {
    coreContext = .init(source: source)
    peer = source.channel.remoteAddress?.ipAddress.map(ClientNetwork.name) ?? "local"
  }
}
