// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Hummingbird

/// The signed-in person's page.
struct AccountPage {
  let site: Site

  func addRoutes(to router: RouterGroup<SiteContext>) {
    router.get("/account") { _, context in
      guard let account = try site.signedIn(context) else { return Response.redirect(to: "/sign-in", type: .normal) }
      return try await site.page(
        "account", title: "Account", context: context,
        ["signedInUser": account.userName, "codeIsOn": try await site.codes.isOn(for: account.id)])
    }
  }
}
