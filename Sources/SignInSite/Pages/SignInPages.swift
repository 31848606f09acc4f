// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import OneTimeCodes

/// The pages for signing in with a password and, if enabled, a code, and for signing out.
struct SignInPages {
  /// The same message for a wrong name, a wrong password, a wrong code and a used code, so that it does not reveal which it was.
  static let notAccepted = "Not accepted. Check user name, password and code; each code works once."

  let site: Site

  func addRoutes(to router: RouterGroup<SiteContext>) {
    router.get("/sign-in") { _, context in
      if try site.signedIn(context) != nil { return Response.redirect(to: "/account", type: .normal) }
      return try await passwordPage(context)
    }
    router.post("/sign-in") { request, context in
      try await checkPassword(FormBody(request, context: context), context)
    }
    router.get("/sign-in/code") { _, context in
      guard try context.requireSession().awaitingCode != nil else { return Response.redirect(to: "/sign-in", type: .normal) }
      return try await codePage(context)
    }
    router.post("/sign-in/code") { request, context in
      try await checkCode(FormBody(request, context: context), context)
    }
    router.get("/sign-in/recovery") { _, context in
      guard try context.requireSession().awaitingCode != nil else { return Response.redirect(to: "/sign-in", type: .normal) }
      return try await recoveryPage(context)
    }
    router.post("/sign-in/recovery") { request, context in
      try await checkRecoveryCode(FormBody(request, context: context), context)
    }
    router.post("/sign-out") { request, context in
      _ = try await FormBody(request, context: context)
      // A visitor who is not signed in leaves no data behind by signing out.
      guard try context.requireSession().stage != .visitor else { return Response.redirect(to: "/sign-in", type: .normal) }
      return try await site.move(context, to: .visitor, flash: "You are signed out.", page: "/sign-in")
    }
  }

  private func checkPassword(_ form: FormBody, _ context: SiteContext) async throws -> Response {
    let account: Account
    switch try await site.checkPassword(form["password"], of: form["username"], context) {
    case .right(let found): account = found
    case .wrong: return try await passwordPage(context, userName: form["username"], problem: Self.notAccepted)
    case .tooSoon(let wait):
      return try await passwordPage(context, userName: form["username"], problem: wait.waitWords, status: .tooManyRequests)
    }
    let proof = SessionProof(password: site.environment.now(), offersUpgrade: true)
    if try await site.hasSecondStep(account) {
      return try await site.move(context, to: .awaitingCode, account: account, proof: proof, page: "/sign-in/code")
    }
    return try await site.signIn(account, proof: proof, context, answering: .redirect(to: "/account", type: .normal))
  }

  private func checkCode(_ form: FormBody, _ context: SiteContext) async throws -> Response {
    let session = try context.requireSession()
    guard session.awaitingCode != nil else { return Response.redirect(to: "/sign-in", type: .normal) }
    let verdict = try await site.codes.verify(form["code"], in: session, from: context.remoteAddress)
    guard case .accepted(let fresh) = verdict else { return try await codePage(context, problem: verdict.words) }
    return try await proceed(session, fresh, context)
  }

  private func checkRecoveryCode(_ form: FormBody, _ context: SiteContext) async throws -> Response {
    let session = try context.requireSession()
    guard session.awaitingCode != nil else { return Response.redirect(to: "/sign-in", type: .normal) }
    let verdict = try await site.codes.redeem(form["recovery-code"], in: session, from: context.remoteAddress)
    guard case .accepted(let fresh) = verdict else { return try await recoveryPage(context, problem: verdict.words) }
    return try await proceed(session, fresh, context)
  }

  /// Completes a sign-in. A verdict advances only the session in which it was given.
  private func proceed(_ session: Session, _ fresh: OneTimeCodeFreshFactor, _ context: SiteContext) async throws -> Response {
    guard Data(fresh.transaction) == session.id, let account = session.awaitingCode, Data(fresh.user.bytes) == account.id else {
      throw HTTPError(.internalServerError)
    }
    return try await site.signIn(
      account, proof: SessionProof(factor: fresh.instant, password: session.freshPassword, offersUpgrade: session.offersUpgrade), context,
      answering: .redirect(to: "/account", type: .normal))
  }

  private func passwordPage(
    _ context: SiteContext, userName: String = "", problem: String? = nil, status: HTTPResponse.Status? = nil
  ) async throws -> Response {
    try await site.page("sign-in", title: "Sign in", context: context, problem: problem, status: status, ["username": userName])
  }

  private func codePage(_ context: SiteContext, problem: String? = nil) async throws -> Response {
    guard let account = try context.requireSession().awaitingCode else { return Response.redirect(to: "/sign-in", type: .normal) }
    let (takesCode, takesKey) = try await (site.codes.isOn(for: account), site.hasSecurityKey(account))
    return try await site.page(
      "sign-in-code", title: takesCode ? "Enter verification code" : "Use your security key", context: context, problem: problem,
      ["takesCode": takesCode, "takesKey": takesKey, "takesBoth": takesCode && takesKey])
  }

  private func recoveryPage(_ context: SiteContext, problem: String? = nil) async throws -> Response {
    try await site.page("sign-in-recovery", title: "Use a recovery code", context: context, problem: problem)
  }
}
