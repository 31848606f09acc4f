// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices

/// A provider that touches itself wherever a completion handler happens to run.
class CallingBackProvider: ASCredentialProviderViewController {
  private var isStoreEnabled = false
  private var savings = 0
  private let queue = DispatchQueue(label: "vault")

  override func prepareInterfaceForExtensionConfiguration() {
    ASCredentialIdentityStore.shared.getState { state in
      self.isStoreEnabled = state.isEnabled
      guard state.isEnabled else { return }
      ASCredentialIdentityStore.shared.removeAllCredentialIdentities { [weak self] success, error in
        self?.savings += success ? 1 : 0
        if let error = error as NSError?, error.domain == ASCredentialIdentityStoreErrorDomain { self?.giveUp(error) }
      }
    }
    extensionContext.completeExtensionConfigurationRequest()
  }

  override func provideCredentialWithoutUserInteraction(for credentialIdentity: ASPasswordCredentialIdentity) {
    queue.async {
      guard credentialIdentity.recordIdentifier != nil else {
        return self.extensionContext.cancelRequest(
          withError: NSError(domain: ASExtensionErrorDomain, code: ASExtensionError.credentialIdentityNotFound.rawValue))
      }
      self.extensionContext.completeRequest(withSelectedCredential: ASPasswordCredential(user: "anne", password: "hunter2")) { expired in
        self.savings = expired ? 0 : 1
      }
    }
  }

  override func prepareOneTimeCodeCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
    var shown = 0
    extensionContext.completeOneTimeCodeRequest(using: ASOneTimeCodeCredential(code: "123456")) { _ in
      shown += 1
      self.viewDidLayoutSubviews()
    }
    ASSettingsHelper.openVerificationCodeAppSettings { error in self.savings = error == nil ? shown : 0 }
  }

  func giveUp(_ error: Error) {
    extensionContext.cancelRequest(withError: error)
  }
}

/// What an app's tests put in place of the system's store.
protocol IdentityStoring {
  func getState(_ completion: @escaping (ASCredentialIdentityStoreState) -> Void)
  func saveCredentialIdentities(_ credentialIdentities: [ASPasswordCredentialIdentity], completion: ((Bool, Error?) -> Void)?)
  func removeAllCredentialIdentities(_ completion: ((Bool, Error?) -> Void)?)
}

extension ASCredentialIdentityStore: IdentityStoring {}

/// An object that belongs to no actor and has a window.
class SignInPresenter: NSObject {
  private let window: UIWindow
  private weak var controller: UIViewController?
  var delegate: ASAuthorizationControllerDelegate?

  init(window: UIWindow = ASPresentationAnchor(), controller: UIViewController?) {
    self.window = window
    self.controller = controller
  }

  func show() {
    controller?.loadViewIfNeeded()
    delegate?.authorizationController?(
      controller: ASAuthorizationController(authorizationRequests: []), didCompleteWithError: ASAuthorizationError(.canceled))
  }
}

extension SignInPresenter: ASAuthorizationControllerPresentationContextProviding, ASWebAuthenticationPresentationContextProviding {
  func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { window }
  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { window }
}
