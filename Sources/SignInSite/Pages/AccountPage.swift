// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird

/// The account page of the signed-in user.
struct AccountPage {
  let site: Site

  func addRoutes(to router: RouterGroup<SiteContext>) {
    for path in ["/account", "/account/passkeys", "/account/sessions"] {
      router.get("\(path)") { _, context in
        guard let account = try site.signedIn(context) else { return Response.redirect(to: "/sign-in", type: .normal) }
        return try await page(account, context)
      }
    }
  }

  private func page(_ account: Account, _ context: SiteContext) async throws -> Response {
    let session = try context.requireSession()
    let passkeys = try await site.passkeys.list(of: account.id)
    let codeIsOn = try await site.codes.isOn(for: account)
    let keysAreOn = passkeys.contains(where: \.isSecondStepOnly)
    let left = try await site.codes.recoveryCodesLeft(for: account)
    let notices = try await site.notices.list(of: account.id)
    let sessions = try await site.sessions.list(of: account.id)
    return try await site.page(
      "account", title: "Account", context: context,
      [
        "signedInUser": account.userName, "codeIsOn": codeIsOn, "secondStepIsOn": codeIsOn || keysAreOn, "hasPasskeys": !passkeys.isEmpty,
        "passkeys": passkeys.map(PasskeyRow.init), "recoveryCodes": Self.words(left),
        "recoveryCodesLow": (codeIsOn || keysAreOn) && left <= Self.lowRecoveryCodes, "hasNotices": !notices.isEmpty,
        "notices": notices.map(NoticeRow.init), "hasPassword": try await site.accounts.hasPassword(account),
        // The script uses it if the browser supports it, and the server allows it once.
        "offersUpgrade": session.offersUpgrade && passkeys.allSatisfy(\.isSecondStepOnly),
        "sessions": sessions.map { SessionRow($0, current: session) }, "hasOtherSessions": sessions.count > 1,
      ])
  }
}

extension AccountPage {
  /// The page asks for new recovery codes when this many or fewer are left.
  private static let lowRecoveryCodes = 3

  private static func words(_ left: Int) -> String {
    switch left {
    case 0: "You have no recovery codes. Without one, a lost authenticator or key shuts you out."
    case 1: "One recovery code is left. Make new ones."
    case ...lowRecoveryCodes: "\(left) recovery codes are left. Make new ones."
    default: "\(left) recovery codes are left."
    }
  }
}

/// A line in the list of notices.
private struct NoticeRow: Sendable {
  let text: String
  let instant: String

  init(_ notice: Notice) {
    text = notice.text
    instant = notice.instant.minuteText
  }
}
