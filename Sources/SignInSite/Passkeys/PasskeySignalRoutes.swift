// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import WebAuthnModel
import WebAuthnRelyingParty

/// The signals that the script sends to the browser after each sign-in and change, so that its passkeys match the account (WebAuthn L3
/// §5.1.10).
struct PasskeySignalRoutes {
  private struct Signals: Encodable {
    let allAcceptedCredentials: AllAcceptedCredentialsSignal
    let currentUserDetails: CurrentUserDetailsSignal
  }

  let site: Site

  func addRoutes(to router: RouterGroup<SiteContext>) {
    router.get("/passkeys/signals") { _, context in
      guard let account = try site.signedIn(context), let user = UserHandle(account.id) else { throw HTTPError(.forbidden) }
      let records = try await site.passkeys.list(of: account.id).map(\.record)
      return try JSONBody.response(
        Signals(
          allAcceptedCredentials: site.relyingParty.signalAllAcceptedCredentials(of: user, records: records),
          currentUserDetails: site.relyingParty.signalCurrentUserDetails(
            of: user, name: account.userName, displayName: account.userName)))
    }
  }
}
