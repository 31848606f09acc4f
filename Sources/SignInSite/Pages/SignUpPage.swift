// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Hummingbird

/// The page for creating an account.
struct SignUpPage {
  let site: Site

  func addRoutes(to router: RouterGroup<SiteContext>) {
    router.get("/sign-up") { _, context in
      if try site.signedIn(context) != nil { return Response.redirect(to: "/account", type: .normal) }
      return try await page(context)
    }
    router.post("/sign-up") { request, context in
      let form = try await FormBody(request, context: context)
      guard try await site.tallies.admit(.signUpPerAddress, context.remoteAddress) else { throw HTTPError(.tooManyRequests) }
      do {
        let account = try await site.accounts.create(userName: form["username"], password: form["password"])
        return try await site.signIn(
          account, proof: SessionProof(password: site.environment.now()), flash: "Welcome, \(account.userName). Your account is ready.",
          context, answering: .redirect(to: "/account", type: .normal))
      } catch let refusal as SignUpRefusal {
        return try await page(context, userName: form["username"], problem: refusal.words)
      }
    }
  }

  private func page(_ context: SiteContext, userName: String = "", problem: String? = nil) async throws -> Response {
    try await site.page(
      "sign-up", title: "Sign up", context: context, problem: problem,
      ["username": userName, "shortestPassword": Accounts.passwordLength.lowerBound])
  }
}

extension SignUpRefusal {
  var words: String {
    switch self {
    case .userNameForm: "A user name has 2 to 64 letters, digits or any of . _ - + @"
    case .passwordTooShort: "The password needs at least \(Accounts.passwordLength.lowerBound) characters."
    case .passwordTooLong: "The password may have at most \(Accounts.passwordLength.upperBound) characters."
    case .userNameTaken: "This user name is taken. Choose another one, or sign in."
    }
  }
}
