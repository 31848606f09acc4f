// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import WebAuthnModel

/// Lists an account's sessions and ends them. Requires no fresh factor, because ending a session only removes access.
struct SessionPages {
  let site: Site

  func addRoutes(to router: RouterGroup<SiteContext>) {
    router.post("/account/sessions/end") { request, context in
      let form = try await FormBody(request, context: context)
      guard let account = try site.signedIn(context) else { return Response.redirect(to: "/sign-in", type: .normal) }
      let session = try context.requireSession()
      for other in try await site.sessions.list(of: account.id) where Base64URL(other.id).text == form["session"] && other.id != session.id
      {
        try await site.sessions.end(other.id, of: account.id)
      }
      return try await site.go(to: "/account/sessions", saying: "That session has ended.", context)
    }
    router.post("/account/sessions/end-others") { request, context in
      _ = try await FormBody(request, context: context)
      guard let account = try site.signedIn(context) else { return Response.redirect(to: "/sign-in", type: .normal) }
      try await site.sessions.endOthers(than: context.requireSession(), of: account.id)
      return try await site.go(to: "/account/sessions", saying: "You are signed out everywhere else.", context)
    }
  }
}

/// A line in the list of sessions.
struct SessionRow: Sendable {
  /// A hash of the cookie. It identifies the session but does not sign anyone in.
  let id: String
  let browser: String
  let seen: String
  let isCurrent: Bool

  init(_ session: Session, current: Session) {
    id = Base64URL(session.id).text
    browser = session.visitor.browser
    isCurrent = session.id == current.id
    seen = "From \(session.visitor.address), " + (isCurrent ? "now" : "last seen \(session.lastSeen.minuteText)")
  }
}

extension Date {
  /// The time in an unambiguous form (ISO 8601), to the minute.
  var minuteText: String {
    formatted(.iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false)).dropLast(3) + " UTC"
  }
}
