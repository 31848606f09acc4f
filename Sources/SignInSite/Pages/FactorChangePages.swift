// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import OneTimeCodes

/// Recovery codes, replacing the authenticator, turning codes off. Each requires a second factor presented within the last five minutes.
struct FactorChangePages {
  /// The possible changes.
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
  }

  /// Allows a change if it is offered and a factor is fresh, and redirects all others to the page they need first.
  private func allowed(
    _ change: Change, _ context: SiteContext, _ body: (Account, OneTimeCodeFreshFactor) async throws -> Response
  ) async throws -> Response {
    guard let account = try site.signedIn(context) else { return Response.redirect(to: "/sign-in", type: .normal) }
    // Recovery codes can replace either kind of second step.
    let isOffered = try await change == .recoveryCodes ? site.hasSecondStep(account) : site.codes.isOn(for: account)
    guard isOffered else { return Response.redirect(to: "/account", type: .normal) }
    guard let fresh = try site.codes.fresh(context.requireSession()) else {
      return Response.redirect(to: ConfirmationTarget(change.rawValue).confirmationPath, type: .normal)
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
}

extension FactorChangePages.Change {
  fileprivate var words: (title: String, text: String, button: String) {
    switch self {
    case .recoveryCodes:
      (
        "Recovery codes",
        "Each of ten codes signs you in once, with your password, when your authenticator or security key is not at hand.",
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
