// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import Hummingbird

/// What a request carries through the site.
package struct SiteContext: RequestContext {
  /// Hummingbird's own part.
  package var coreContext: CoreRequestContextStorage
  /// The peer's network, or a constant where there is no network below.
  let remoteAddress: String
  /// What the visitor's browser says it is.
  var browser = ""
  /// The cookie by which this device may be known to accounts.
  var deviceToken: String?
  /// The visitor's session; set by `SessionMiddleware` for every page.
  var session: Session?

  /// Notes the peer's address.
  package init(source: Source) {
    coreContext = .init(source: source)
    remoteAddress = source.channel.remoteAddress?.ipAddress.map(ClientAddress.network) ?? "local"
  }

  /// Forms and ceremonies are small.
  package var maxUploadSize: Int { 64 * 1024 }

  /// The visitor as the list of sessions names them.
  var visitor: Visitor { Visitor(browser: browser, address: remoteAddress) }

  /// The session, which every route behind the middleware has.
  func requireSession() throws -> Session {
    guard let session else { throw HTTPError(.internalServerError) }
    return session
  }
}
