// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Foundation
import Testing

/// The fragments of the page "prepareOneTimeCodeCredentialList(for:)" in a provider that shows a list of codes.
final class OneTimeCodeListProvider: ASCredentialProviderViewController {
  let codes = ["m.example.com": "111111", "example.com": "222222", "elsewhere.example": "333333"]
  private(set) var shown: [String] = []

  // Fragment: the declaration.
  override func prepareOneTimeCodeCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
    let asked = serviceIdentifiers.map(\.identifier)
    shown = asked.filter { codes[$0] != nil } + codes.keys.filter { !asked.contains($0) }.sorted()
  }

  func personSelects(_ name: String) async {
    let otpCode = codes[name] ?? ""
    // Fragment: an answer.
    let credential = ASOneTimeCodeCredential(code: otpCode)
    await extensionContext.completeOneTimeCodeRequest(using: credential)
  }

  func personCancels() {
    // Fragment: a cancellation.
    let error = NSError(
      domain: ASExtensionErrorDomain,
      code: ASExtensionError.userCanceled.rawValue)
    extensionContext.cancelRequest(withError: error)
  }
}

@Suite("prepareOneTimeCodeCredentialList(for:)")
@MainActor
struct PrepareOneTimeCodeCredentialListTests {
  let answer = RequestAnswer()
  let provider: OneTimeCodeListProvider

  init() {
    provider = OneTimeCodeListProvider(nibName: nil, bundle: nil)
    provider.begin(answer.context())
  }

  @Test("receives the more specific identifier first, and the order of its list follows")
  func order() {
    let identifiers = ["m.example.com", "example.com"].map { ASCredentialServiceIdentifier(identifier: $0, type: .domain) }
    provider.prepareOneTimeCodeCredentialList(for: identifiers)
    #expect(provider.shown == ["m.example.com", "example.com", "elsewhere.example"])
  }

  @Test("shows all credentials if the array is empty")
  func empty() {
    provider.prepareOneTimeCodeCredentialList(for: [])
    #expect(provider.shown.count == 3)
  }

  @Test("passes the selected code to the system")
  func selected() async {
    await provider.personSelects("example.com")
    #expect(answer.code == "222222")
  }

  @Test("reports the user's cancellation to the system by domain and code")
  func cancelled() {
    provider.personCancels()
    #expect(answer.cancellation?.domain == "ASExtensionErrorDomain")
    #expect(answer.cancellation?.code == 1)
  }
}
