// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import OneTimeCodes

/// Signing in by password and, where it is on, a verification code; signing out.
struct SignInPages {
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
    router.post("/sign-out") { request, context in
      _ = try await FormBody(request, context: context)
      return try await site.move(context, to: .visitor, flash: "You are signed out.", page: "/sign-in")
    }
  }

  private func checkPassword(_ form: FormBody, _ context: SiteContext) async throws -> Response {
    // Both tallies are counted before the password is looked at; a right one gives its try back.
    guard
      try await site.tallies.admit(.signInPerAddress, context.remoteAddress),
      try await site.tallies.admit(.signInPerAccount, form["username"])
    else {
      return try await passwordPage(
        context, userName: form["username"], problem: "Too many tries. Wait a quarter of an hour.", status: .tooManyRequests)
    }
    guard let account = try await site.accounts.authenticate(userName: form["username"], password: form["password"]) else {
      return try await passwordPage(context, userName: form["username"], problem: "The user name or the password is not right.")
    }
    try await site.tallies.refund(.signInPerAddress, context.remoteAddress)
    try await site.tallies.refund(.signInPerAccount, form["username"])
    if try await site.codes.isOn(for: account.id) {
      return try await site.move(context, to: .awaitingCode, account: account, page: "/sign-in/code")
    }
    return try await site.move(context, to: .signedIn, account: account, page: "/account")
  }

  private func checkCode(_ form: FormBody, _ context: SiteContext) async throws -> Response {
    guard let account = try context.requireSession().awaitingCode else { return Response.redirect(to: "/sign-in", type: .normal) }
    switch try await site.codes.verify(form["code"], for: account.id) {
    case .accepted: return try await site.move(context, to: .signedIn, account: account, page: "/account")
    case let verdict: return try await codePage(context, problem: verdict.words)
    }
  }

  private func passwordPage(
    _ context: SiteContext, userName: String = "", problem: String? = nil, status: HTTPResponse.Status? = nil
  ) async throws -> Response {
    try await site.page("sign-in", title: "Sign in", context: context, problem: problem, status: status, ["username": userName])
  }

  private func codePage(_ context: SiteContext, problem: String? = nil) async throws -> Response {
    try await site.page("sign-in-code", title: "Enter verification code", context: context, problem: problem)
  }
}

extension OneTimeCodeVerdict {
  /// What the person reads when a code was not accepted. A code used before reads like a wrong one.
  var words: String {
    switch self {
    case .tooSoon(let wait): "Too many tries. Wait \(wait.components.seconds + 1) seconds, then enter a new code."
    case .exhausted: "Too many wrong codes. Codes are switched off for this account; write to us."
    case .accepted, .wrong, .usedBefore: "This code was not accepted. Each code works once: enter the current or the next one."
    }
  }
}
