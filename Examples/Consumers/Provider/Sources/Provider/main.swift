// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialProviderHost
import PasswordRules
import SecretMemory

final class ShopProvider: ASCredentialProviderViewController {
  override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
    let user = credentialRequest.credentialIdentity.user
    extensionContext.completeRequest(
      withSelectedCredential: ASPasswordCredential(user: user, password: "correct horse"), completionHandler: nil)
  }

  override func performWithoutUserInteraction(generatePasswordsRequest: ASGeneratePasswordsRequest) {
    var generator = SystemRandomNumberGenerator()
    let rules = try? PasswordRules(parsing: generatePasswordsRequest.passwordFieldPasswordRules ?? "")
    guard let password: SharedSecret = PasswordGenerator(rules: rules ?? PasswordRules()).generateStrong(using: &generator) else { return }
    let text = password.withBytes { String(decoding: $0, as: UTF8.self) }
    extensionContext.completeGeneratePasswordRequest(results: [ASGeneratedPassword(kind: .strong, value: text)])
  }
}

do {
  try await CredentialProviderMain().run()
} catch {
  // Only the system starts a provider.
  print(error.code == .notStartedByBroker ? "done" : "wrong")
}
