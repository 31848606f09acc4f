// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird

/// The page of one passkey: its name and details, replacing it, and removing it.
struct PasskeyPage {
  let site: Site

  func addRoutes(to router: RouterGroup<SiteContext>) {
    router.get("/account/passkeys/:id") { _, context in
      guard let account = try site.signedIn(context) else { return Response.redirect(to: "/sign-in", type: .normal) }
      return try await page(account, context)
    }
    router.post("/account/passkeys/:id/rename") { request, context in
      let form = try await FormBody(request, context: context)
      return try await site.change(target(context), context) { account in
        guard try await site.passkeys.rename(context.passkeyNumber, of: account.id, to: form["name"]) else {
          return try await page(account, context, problem: "A name has 1 to \(Passkeys.longestName) characters.")
        }
        return try await site.go(to: "/account/passkeys", saying: "The passkey has a new name.", context)
      }
    }
    router.post("/account/passkeys/:id/remove") { request, context in
      _ = try await FormBody(request, context: context)
      return try await site.change(target(context), context) { account in
        let id = try context.passkeyNumber
        guard let passkey = try await site.passkeys.find(id, of: account.id) else { throw HTTPError(.notFound) }
        guard try await site.passkeys.remove(id, of: account.id) else {
          return try await page(
            account, context, problem: "This is your only way to sign in. Add another passkey or set a password first.")
        }
        await site.notices.add("The passkey “\(passkey.name)” was removed.", to: account.id)
        return try await site.go(
          to: "/account/passkeys", saying: "The passkey “\(passkey.name)” was removed. It no longer signs in.", context)
      }
    }
  }

  private func target(_ context: SiteContext) throws -> ConfirmationTarget { ConfirmationTarget("passkey-\(try context.passkeyNumber)") }

  private func page(_ account: Account, _ context: SiteContext, problem: String? = nil) async throws -> Response {
    guard let passkey = try await site.passkeys.find(context.passkeyNumber, of: account.id) else { throw HTTPError(.notFound) }
    let row = PasskeyRow(passkey)
    return try await site.page(
      "passkey", title: passkey.name, context: context, problem: problem,
      ["passkey": row, "longestName": Passkeys.longestName, "isFresh": try await site.isFresh(context.requireSession(), for: account)])
  }
}
