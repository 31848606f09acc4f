// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird

/// The page for changing the password, or setting the first one of an account created with a passkey.
struct PasswordPage {
  let site: Site

  func addRoutes(to router: RouterGroup<SiteContext>) {
    router.get("/account/password") { _, context in
      try await site.change(ConfirmationTarget("password"), context) { account in try await page(account, context) }
    }
    router.post("/account/password") { request, context in
      let form = try await FormBody(request, context: context)
      return try await site.change(ConfirmationTarget("password"), context) { account in
        do { try await site.accounts.setPassword(form["password"], of: account) } catch let refusal as SignUpRefusal {
          return try await page(account, context, problem: refusal.words)
        }
        // Anyone who knew the old password is signed out and loses their separate attempts.
        try await site.devices.forgetOthers(than: context.deviceToken, of: account)
        try await site.sessions.endOthers(than: context.requireSession(), of: account.id)
        await site.notices.add("The password was set anew. All other sessions were ended.", to: account.id)
        return try await site.go(to: "/account", saying: "Your new password is set. You are signed out everywhere else.", context)
      }
    }
  }

  private func page(_ account: Account, _ context: SiteContext, problem: String? = nil) async throws -> Response {
    let title = try await site.accounts.hasPassword(account) ? "Change password" : "Set a password"
    return try await site.page(
      "password", title: title, context: context, problem: problem,
      ["heading": title, "userName": account.userName, "shortestPassword": Accounts.passwordLength.lowerBound])
  }
}
