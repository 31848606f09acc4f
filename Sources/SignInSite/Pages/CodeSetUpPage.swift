// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import OneTimeCodes
import SecretMemory

/// Turning verification codes on: the secret as links and as text, and the first code as proof that it arrived.
struct CodeSetUpPage {
  let site: Site

  func addRoutes(to router: RouterGroup<SiteContext>) {
    router.get("/account/code") { _, context in
      guard let account = try site.signedIn(context) else { return Response.redirect(to: "/sign-in", type: .normal) }
      return try await page(context, account)
    }
    router.post("/account/code") { request, context in
      let form = try await FormBody(request, context: context)
      guard let account = try site.signedIn(context) else { return Response.redirect(to: "/sign-in", type: .normal) }
      let verdict = try await site.codes.confirm(form["code"], for: account.id)
      guard verdict == .accepted else { return try await page(context, account, problem: verdict.words) }
      try await site.sessions.setFlash("Verification code is on.", of: context.requireSession())
      return Response.redirect(to: "/account", type: .normal)
    }
  }

  private func page(_ context: SiteContext, _ account: Account, problem: String? = nil) async throws -> Response {
    guard let parameters = try await site.codes.pending(for: account.id) else { return Response.redirect(to: "/account", type: .normal) }
    let link = SetupURL(
      label: site.configuration.name, account: account.userName, issuer: site.configuration.issuerDomain, parameters: parameters)
    let text = parameters.secret.withBytes { Self.text(Base32.encode($0)) }
    return try await site.page(
      "code-set-up", title: "Set up verification code", context: context, problem: problem,
      [
        "setupLink": Self.text(try link.formatted(as: .appleOtpauth)), "otherLink": Self.text(try link.formatted(as: .otpauth)),
        "secret": Self.grouped(text),
      ])
  }

  /// The one place where the secret becomes text, because the person has to see it.
  private static func text(_ bytes: borrowing SecretBytes) -> String { bytes.withBytes { String(decoding: $0, as: UTF8.self) } }

  /// Groups of four, for typing by hand.
  private static func grouped(_ text: String) -> String {
    var groups: [Substring] = []
    var rest = text[...]
    while !rest.isEmpty {
      groups.append(rest.prefix(4))
      rest = rest.dropFirst(4)
    }
    return groups.joined(separator: " ")
  }
}
