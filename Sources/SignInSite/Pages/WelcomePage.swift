// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Hummingbird

/// The front page.
struct WelcomePage {
  let site: Site

  func addRoutes(to router: RouterGroup<SiteContext>) {
    router.get("/") { _, context in
      if try site.signedIn(context) != nil { return Response.redirect(to: "/account", type: .normal) }
      return try await site.page("welcome", title: "Welcome", context: context)
    }
  }
}
