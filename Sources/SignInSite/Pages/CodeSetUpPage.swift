// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import OneTimeCodes
import QRCodes
import SecretMemory

/// The page for turning codes on: shows the secret as links and as text, and takes the first code as proof that it arrived.
struct CodeSetUpPage {
  let site: Site

  func addRoutes(to router: RouterGroup<SiteContext>) {
    router.get("/account/code") { _, context in
      try await site.change(ConfirmationTarget("code"), context) { account in try await page(context, account) }
    }
    router.post("/account/code") { request, context in
      let form = try await FormBody(request, context: context)
      return try await site.change(ConfirmationTarget("code"), context) { account in try await confirm(form["code"], account, context) }
    }
  }

  private func confirm(_ typed: String, _ account: Account, _ context: SiteContext) async throws -> Response {
    let session = try context.requireSession()
    let verdict = try await site.codes.confirm(typed, in: session, from: context.remoteAddress)
    guard case .accepted(let fresh) = verdict else { return try await page(context, account, problem: verdict.words) }
    try await site.sessions.setFreshFactor(fresh.instant, of: session)
    return try await site.go(to: "/account", saying: "Verification code is on.", context)
  }

  private func page(_ context: SiteContext, _ account: Account, problem: String? = nil) async throws -> Response {
    guard let pending = try await site.codes.pending(for: account) else { return Response.redirect(to: "/account", type: .normal) }
    let link = try pending.setupURL(
      .otpauth, label: site.configuration.name, account: account.userName, issuer: site.configuration.issuerDomain)
    let (shown, appleLink) = try (shownLink(.otpauth, of: pending, account), shownLink(.appleOtpauth, of: pending, account))
    let symbol = try QRSymbol(encoding: link, errorCorrection: .low)
    let title = pending.isReplacement ? "Replace your authenticator" : "Set up verification code"
    return try await site.page(
      "code-set-up", title: title, context: context, problem: problem,
      [
        "heading": title, "setupLink": appleLink, "otherLink": shown, "secret": pending.shownSecret,
        // The only value that the template does not escape; the library escapes the title.
        "qrCode": symbol.svg(title: "QR code with the set-up link; below are the link and its secret as text"),
        "minutes": max(1, Int((pending.expires.timeIntervalSince(site.environment.now()) / 60).rounded())),
      ])
  }

  private func shownLink(_ scheme: SetupURL.Scheme, of pending: PendingOneTimeCode, _ account: Account) throws -> String {
    try pending.shownSetupURL(
      scheme, label: site.configuration.name, account: account.userName, issuer: site.configuration.issuerDomain)
  }
}
