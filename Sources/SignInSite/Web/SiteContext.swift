// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import Hummingbird

/// The data of a request.
package struct SiteContext: RequestContext {
  /// Hummingbird's own context.
  package var coreContext: CoreRequestContextStorage
  /// The peer's network, or a constant if there is no network connection.
  let remoteAddress: String
  /// The visitor's browser, as it identifies itself.
  var browser = ""
  /// The cookie by which accounts may know this device.
  var deviceToken: String?
  /// The visitor's session, set by `SessionMiddleware` for every page.
  var session: Session?

  /// Creates a context with the peer's address.
  package init(source: Source) {
    coreContext = .init(source: source)
    remoteAddress = source.channel.remoteAddress?.ipAddress.map(ClientAddress.network) ?? "local"
  }

  /// Forms and ceremonies are small.
  package var maxUploadSize: Int { 64 * 1024 }

  /// The visitor as shown in the list of sessions.
  var visitor: Visitor { Visitor(browser: browser, address: remoteAddress) }

  /// Returns the session, which is set for every route behind the middleware.
  func requireSession() throws -> Session {
    guard let session else { throw HTTPError(.internalServerError) }
    return session
  }
}
