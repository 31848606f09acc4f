// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird

/// The signed-in person's page.
struct AccountPage {
  let site: Site

  func addRoutes(to router: RouterGroup<SiteContext>) {
    router.get("/account") { _, context in
      guard let account = try site.signedIn(context) else { return Response.redirect(to: "/sign-in", type: .normal) }
      let passkeys = try await site.passkeys.list(of: account.id)
      return try await site.page(
        "account", title: "Account", context: context,
        [
          "signedInUser": account.userName, "codeIsOn": try await site.codes.isOn(for: account.id), "hasPasskeys": !passkeys.isEmpty,
          "passkeys": passkeys.enumerated().map { PasskeyRow($1, number: $0 + 1) },
        ])
    }
  }
}

/// One line of the list of passkeys.
private struct PasskeyRow: Sendable {
  let name: String
  let added: String
  let used: String?

  init(_ passkey: Passkey, number: Int) {
    name = "Passkey \(number)"
    added = Self.day(passkey.created)
    used = passkey.lastUsed.map(Self.day)
  }

  /// The day in the form that reads the same everywhere (ISO 8601).
  private static func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
}
