// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices

final class FakeStoreState: ASCredentialIdentityStoreState {
  private let enabled: Bool

  override var isEnabled: Bool { enabled }

  init(enabled: Bool) {
    self.enabled = enabled
  }
}

class FakeExtensionContext: ASCredentialProviderExtensionContext {
  var error: ASExtensionError.Code?
  var credential: ASPasswordCredential?

  override func cancelRequest(withError error: Error) {
    self.error = ASExtensionError.Code(rawValue: (error as NSError).code)
  }

  override func completeRequest(withSelectedCredential credential: ASPasswordCredential, completionHandler: ((Bool) -> Void)? = nil) {
    self.credential = credential
    completionHandler?(false)
  }
}

class FakeSession: ASWebAuthenticationSession {
  private let handler: ASWebAuthenticationSession.CompletionHandler

  required init(url URL: URL, callbackURLScheme: String?, completionHandler: @escaping ASWebAuthenticationSession.CompletionHandler) {
    handler = completionHandler
    super.init(url: URL, callbackURLScheme: callbackURLScheme, completionHandler: completionHandler)
  }

  required init(
    url URL: URL, callback: ASWebAuthenticationSession.Callback, completionHandler: @escaping ASWebAuthenticationSession.CompletionHandler
  ) {
    handler = completionHandler
    super.init(url: URL, callback: callback, completionHandler: completionHandler)
  }

  convenience init(page: URL) {
    self.init(url: page, callbackURLScheme: nil) { _, _ in }
  }

  override var canStart: Bool { true }

  override func start() -> Bool {
    handler(nil, ASWebAuthenticationSessionError(.canceledLogin))
    return true
  }

  override func cancel() {}
}

/// What an app puts between itself and the browser.
protocol BrowserSession {
  init(url: URL, callbackURLScheme: String?, completionHandler: @escaping (URL?, Error?) -> Void)
  var presentationContextProvider: ASWebAuthenticationPresentationContextProviding? { get set }
  func start() -> Bool
  func cancel()
}

extension ASWebAuthenticationSession: BrowserSession {}

class FakeController: ASAuthorizationController {
  private(set) var performed = 0

  override init(authorizationRequests: [ASAuthorizationRequest]) {
    super.init(authorizationRequests: authorizationRequests)
  }

  convenience init() {
    self.init(authorizationRequests: [ASAuthorizationAppleIDProvider().createRequest()])
  }

  override func performRequests() {
    performed += 1
  }
}

@MainActor
func tell(_ delegate: ASAuthorizationControllerDelegate?, by controller: ASAuthorizationController) {
  delegate?.authorizationController?(controller: controller, didCompleteWithError: ASAuthorizationError(.notHandled))
  delegate?.authorizationController(controller: controller, didCompleteWithError: ASAuthorizationError(.notHandled))
  _ = UIViewController()
}
