// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import AutoFillTextFields

@MainActor
final class EntryField: AutoFillTextField {
  let textContentType: TextContentType? = .oneTimeCode
  private(set) var text = ""

  func fill(with text: String) { self.text = text }
}

/// Crypto's key can be named and used without Crypto's own product.
func text(of results: ASAuthorizationPublicKeyCredentialPRFAssertionOutput) -> Data {
  let key: SymmetricKey = results.first
  return Data(count: key.bitCount / 8)
}

@MainActor
func signIn(challenge: Data) async throws -> String {
  let passkeys = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: "shop.example")
  switch try await AuthorizationController().performRequest(passkeys.createCredentialAssertionRequest(challenge: challenge)) {
  case .passkeyAssertion(let assertion): return assertion.credentialID.base64EncodedString()
  default: return ""
  }
}

let field = EntryField()
let fields = AutoFillTextFields()
fields.add(field)
let results = ASAuthorizationPublicKeyCredentialPRFAssertionOutput(first: SymmetricKey(size: .bits256), second: nil)
print(text(of: results).count == 32 && field.text.isEmpty ? "done" : "wrong")
