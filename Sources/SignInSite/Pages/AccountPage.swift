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
      let codeIsOn = try await site.codes.isOn(for: account)
      let left = try await site.codes.recoveryCodesLeft(for: account)
      let notices = try await site.notices.list(of: account.id)
      return try await site.page(
        "account", title: "Account", context: context,
        [
          "signedInUser": account.userName, "codeIsOn": codeIsOn, "hasPasskeys": !passkeys.isEmpty,
          "passkeys": passkeys.enumerated().map { PasskeyRow($1, number: $0 + 1) }, "recoveryCodes": Self.words(left),
          "recoveryCodesLow": codeIsOn && left <= Self.lowRecoveryCodes, "hasNotices": !notices.isEmpty,
          "notices": notices.map(NoticeRow.init),
        ])
    }
  }
}

extension AccountPage {
  /// From so few recovery codes on the page asks for new ones.
  private static let lowRecoveryCodes = 3

  private static func words(_ left: Int) -> String {
    switch left {
    case 0: "You have no recovery codes. Without one, a lost authenticator shuts you out."
    case 1: "One recovery code is left. Make new ones."
    case ...lowRecoveryCodes: "\(left) recovery codes are left. Make new ones."
    default: "\(left) recovery codes are left."
    }
  }
}

/// One line of the list of notices.
private struct NoticeRow: Sendable {
  let text: String
  let instant: String

  init(_ notice: Notice) {
    text = notice.text
    instant =
      notice.instant.formatted(.iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false)) + " UTC"
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
