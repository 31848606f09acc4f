// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Foundation
import Testing

/// A provider that follows the page "Providing one-time passcodes to AutoFill", which has no code of its own.
final class OneTimePasscodeProvider: ASCredentialProviderViewController {
  static let isLocked = "locked"

  override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
    guard credentialRequest.type == .oneTimeCode else { return }
    guard credentialRequest.credentialIdentity.recordIdentifier != Self.isLocked else {
      let error = NSError(domain: ASExtensionErrorDomain, code: ASExtensionError.Code.userInteractionRequired.rawValue)
      return extensionContext.cancelRequest(withError: error)
    }
    extensionContext.completeOneTimeCodeRequest(using: ASOneTimeCodeCredential(code: "123456"), completionHandler: nil)
  }

  override func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {
    extensionContext.completeOneTimeCodeRequest(using: ASOneTimeCodeCredential(code: "654321"), completionHandler: nil)
  }
}

@Suite("Providing one-time passcodes to AutoFill")
@MainActor
struct ProvidingOneTimePasscodesTests {
  private func request(_ record: String?) -> ASOneTimeCodeCredentialRequest {
    ASOneTimeCodeCredentialRequest(
      credentialIdentity: ASOneTimeCodeCredentialIdentity(
        serviceIdentifier: ASCredentialServiceIdentifier(identifier: "example.com", type: .domain), label: "anne", recordIdentifier: record)
    )
  }

  private func provider(_ answer: RequestAnswer) -> OneTimePasscodeProvider {
    let provider = OneTimePasscodeProvider(nibName: nil, bundle: nil)
    provider.begin(answer.context())
    return provider
  }

  @Test("a provider that can answer immediately returns the code without presenting UI")
  func headless() {
    let answer = RequestAnswer()
    provider(answer).provideCredentialWithoutUserInteraction(for: request(nil))
    #expect(answer.code == "123456")
  }

  @Test("a provider that must present UI says so, and returns the code on the second call")
  func interface() {
    let first = RequestAnswer()
    provider(first).provideCredentialWithoutUserInteraction(for: request(OneTimePasscodeProvider.isLocked))
    #expect(first.cancellation?.domain == ASExtensionErrorDomain)
    #expect(first.cancellation?.code == 100)
    let second = RequestAnswer()
    provider(second).prepareInterfaceToProvideCredential(for: request(OneTimePasscodeProvider.isLocked))
    #expect(second.code == "654321")
  }
}
