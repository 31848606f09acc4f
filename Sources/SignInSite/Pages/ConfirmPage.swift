// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import OneTimeCodes

/// Asks a signed-in user to confirm their identity before a change: with a passkey, a code, a recovery code, or the password if signing in
/// requires nothing more.
struct ConfirmPage {
  let site: Site

  func addRoutes(to router: RouterGroup<SiteContext>) {
    router.get("/account/confirm") { request, context in
      guard let account = try site.signedIn(context) else { return Response.redirect(to: "/sign-in", type: .normal) }
      return try await page(ConfirmationTarget(request.uri.queryParameters["for"].map(String.init) ?? ""), account, context)
    }
    router.post("/account/confirm") { request, context in
      let form = try await FormBody(request, context: context)
      guard let account = try site.signedIn(context) else { return Response.redirect(to: "/sign-in", type: .normal) }
      let target = ConfirmationTarget(form["for"])
      return try await site.hasSecondStep(account)
        ? confirmByCode(form["code"], target, account, context) : confirmByPassword(form["password"], target, account, context)
    }
  }

  private func confirmByCode(
    _ typed: String, _ target: ConfirmationTarget, _ account: Account, _ context: SiteContext
  ) async throws -> Response {
    let session = try context.requireSession()
    // A code contains only digits, so an input with a letter is a recovery code.
    let isRecoveryCode = typed.unicodeScalars.contains { $0.properties.isAlphabetic }
    let verdict =
      isRecoveryCode
      ? try await site.codes.redeem(typed, in: session, from: context.remoteAddress)
      : try await site.codes.verify(typed, in: session, from: context.remoteAddress)
    guard case .accepted(let fresh) = verdict else { return try await page(target, account, context, problem: verdict.words) }
    try await site.sessions.setFreshFactor(fresh.instant, of: session)
    return Response.redirect(to: target.path, type: .normal)
  }

  private func confirmByPassword(
    _ password: String, _ target: ConfirmationTarget, _ account: Account, _ context: SiteContext
  ) async throws -> Response {
    switch try await site.checkPassword(password, of: account.userName, context) {
    case .right(let found) where found.id == account.id: break
    case .right, .wrong: return try await page(target, account, context, problem: SignInPages.notAccepted)
    case .tooSoon(let wait):
      return try await page(target, account, context, problem: wait.waitWords, status: .tooManyRequests)
    }
    try await site.sessions.setFreshPassword(site.environment.now(), of: context.requireSession())
    return Response.redirect(to: target.path, type: .normal)
  }

  private func page(
    _ target: ConfirmationTarget, _ account: Account, _ context: SiteContext, problem: String? = nil, status: HTTPResponse.Status? = nil
  ) async throws -> Response {
    let hasSecondStep = try await site.hasSecondStep(account)
    let hasPasskeys = try await !site.passkeys.list(of: account.id).isEmpty
    let hasPassword = try await site.accounts.hasPassword(account)
    let takesPassword = hasPassword && !hasSecondStep
    return try await site.page(
      "confirm", title: "Confirm that it is you", context: context, problem: problem, status: status,
      [
        "for": target.name, "userName": account.userName, "hasPasskeys": hasPasskeys, "takesCode": hasSecondStep,
        "takesPassword": takesPassword, "takesBoth": hasPasskeys && (hasSecondStep || takesPassword),
      ])
  }
}

extension Site {
  /// Performs a change for a signed-in user who has recently confirmed their identity, and redirects all others to the page they need
  /// first.
  func change(
    _ target: ConfirmationTarget, _ context: SiteContext, _ body: (Account) async throws -> Response
  ) async throws -> Response {
    guard let account = try signedIn(context) else { return Response.redirect(to: "/sign-in", type: .normal) }
    guard try await isFresh(context.requireSession(), for: account) else {
      return Response.redirect(to: target.confirmationPath, type: .normal)
    }
    return try await body(account)
  }

  /// Sets a message for the next page and redirects to it.
  func go(to page: String, saying words: String, _ context: SiteContext) async throws -> Response {
    try await sessions.setFlash(words, of: context.requireSession())
    return Response.redirect(to: page, type: .normal)
  }
}
