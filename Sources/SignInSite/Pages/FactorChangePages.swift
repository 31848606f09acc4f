// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import OneTimeCodes

/// Recovery codes, another authenticator, turning codes off: each only with a second factor shown within the last five minutes.
struct FactorChangePages {
  /// What can be changed.
  enum Change: String, CaseIterable, Sendable {
    case recoveryCodes = "recovery-codes"
    case replace
    case remove

    var path: String { "/account/code/\(rawValue)" }
  }

  let site: Site

  func addRoutes(to router: RouterGroup<SiteContext>) {
    for change in Change.allCases {
      router.get("\(change.path)") { _, context in
        try await allowed(change, context) { account, _ in try await page(change, account, context) }
      }
      router.post("\(change.path)") { request, context in
        _ = try await FormBody(request, context: context)
        return try await allowed(change, context) { account, fresh in try await perform(change, account, fresh, context) }
      }
    }
    router.get("/account/confirm") { request, context in
      guard try site.signedIn(context) != nil else { return Response.redirect(to: "/sign-in", type: .normal) }
      return try await confirmPage(Self.change(request.uri.queryParameters["for"]), context)
    }
    router.post("/account/confirm") { request, context in
      let form = try await FormBody(request, context: context)
      guard try site.signedIn(context) != nil else { return Response.redirect(to: "/sign-in", type: .normal) }
      return try await confirm(form, Self.change(form["for"][...]), context)
    }
  }

  /// Lets a change through where codes are on and a factor is fresh, and sends everybody else to where they have to go first.
  private func allowed(
    _ change: Change, _ context: SiteContext, _ body: (Account, OneTimeCodeFreshFactor) async throws -> Response
  ) async throws -> Response {
    guard let account = try site.signedIn(context) else { return Response.redirect(to: "/sign-in", type: .normal) }
    guard try await site.codes.isOn(for: account) else { return Response.redirect(to: "/account", type: .normal) }
    guard let fresh = try site.codes.fresh(context.requireSession()) else {
      return Response.redirect(to: "/account/confirm?for=\(change.rawValue)", type: .normal)
    }
    return try await body(account, fresh)
  }

  private func page(_ change: Change, _ account: Account, _ context: SiteContext) async throws -> Response {
    var words = change.words
    if change == .recoveryCodes, try await site.codes.recoveryCodesLeft(for: account) > 0 {
      words.text += " The codes you have become void."
    }
    return try await site.page(
      "factor-change", title: words.title, context: context,
      ["heading": words.title, "text": words.text, "button": words.button, "action": change.path])
  }

  private func perform(
    _ change: Change, _ account: Account, _ fresh: OneTimeCodeFreshFactor, _ context: SiteContext
  ) async throws -> Response {
    switch change {
    case .recoveryCodes:
      let codes = try await site.codes.makeRecoveryCodes(with: fresh)
      let text = "Recovery codes of \(account.userName) at \(site.configuration.name)\n\n" + codes.joined(separator: "\n") + "\n"
      let encoded = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      return try await site.page(
        "recovery-codes", title: "Your recovery codes", context: context,
        ["codes": codes, "download": "data:text/plain;charset=utf-8," + encoded])
    case .replace:
      try await site.codes.replace(with: fresh)
      return Response.redirect(to: "/account/code", type: .normal)
    case .remove:
      try await site.codes.remove(for: account, with: fresh)
      try await site.sessions.setFlash("Verification code is off.", of: context.requireSession())
      return Response.redirect(to: "/account", type: .normal)
    }
  }

  private func confirm(_ form: FormBody, _ change: Change, _ context: SiteContext) async throws -> Response {
    let session = try context.requireSession()
    // A code has digits only; whatever holds a letter is meant as a recovery code.
    let isRecoveryCode = form["code"].unicodeScalars.contains { $0.properties.isAlphabetic }
    let verdict =
      isRecoveryCode
      ? try await site.codes.redeem(form["code"], in: session, from: context.remoteAddress)
      : try await site.codes.verify(form["code"], in: session, from: context.remoteAddress)
    guard case .accepted(let fresh) = verdict else { return try await confirmPage(change, context, problem: verdict.words) }
    try await site.sessions.setFreshFactor(fresh.instant, of: session)
    return Response.redirect(to: change.path, type: .normal)
  }

  private func confirmPage(_ change: Change, _ context: SiteContext, problem: String? = nil) async throws -> Response {
    try await site.page("confirm", title: "Confirm that it is you", context: context, problem: problem, ["for": change.rawValue])
  }

  private static func change(_ text: Substring?) -> Change { text.flatMap { Change(rawValue: String($0)) } ?? .recoveryCodes }
}

extension FactorChangePages.Change {
  fileprivate var words: (title: String, text: String, button: String) {
    switch self {
    case .recoveryCodes:
      (
        "Recovery codes", "Each of ten codes signs you in once, with your password, when your authenticator is not at hand.",
        "Make ten recovery codes"
      )
    case .replace:
      (
        "Replace your authenticator", "Your present authenticator goes on working until the new one has shown its first right code.",
        "Set up another authenticator"
      )
    case .remove:
      (
        "Turn verification codes off", "Your password alone will sign you in. Your recovery codes become void.", "Turn off"
      )
    }
  }
}
