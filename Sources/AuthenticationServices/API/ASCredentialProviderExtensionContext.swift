// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The system's side of one request: where a provider hands back a credential or says why there is none.
@available(iOS 12.0, macOS 11.0, visionOS 1.0, *)
open class ASCredentialProviderExtensionContext: NSExtensionContext {
  /// The request that this context answers; nil for a context that the system did not make.
  package let request: ProviderRequest?

  /// Makes a context that belongs to no request: its completions report that they are too late.
  public override init() {
    self.request = nil
    super.init()
  }

  /// Makes the context of one request, to which every completion and presentation goes.
  package init(request: ProviderRequest) {
    self.request = request
    super.init()
  }

  /// Answers a request for a password with the one that the person chose.
  ///
  /// - Parameter completionHandler: Called in the background when the system has the credential, for cleaning up; its argument is true
  ///   when the request was over before.
  open func completeRequest(withSelectedCredential credential: ASPasswordCredential, completionHandler: ((Bool) -> Void)? = nil) {
    // Apple's closure here is not @Sendable although it is called on another queue; it is handed over and never touched again.
    nonisolated(unsafe) let handler = completionHandler
    finish(with: .password(credential)) { handler?($0) }
  }

  /// Answers a request for a signature by a passkey.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  @preconcurrency
  open func completeAssertionRequest(
    using credential: ASPasskeyAssertionCredential, completionHandler: (@Sendable (Bool) -> Void)? = nil
  ) {
    finish(with: .passkeyAssertion(credential), completionHandler)
  }

  /// Answers a request for a signature by a passkey; true when the request was over before.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  @discardableResult
  open nonisolated(nonsending) func completeAssertionRequest(using credential: ASPasskeyAssertionCredential) async -> Bool {
    finish(with: .passkeyAssertion(credential))
  }

  /// Answers a request for a new passkey.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  @preconcurrency
  open func completeRegistrationRequest(
    using credential: ASPasskeyRegistrationCredential, completionHandler: (@Sendable (Bool) -> Void)? = nil
  ) {
    finish(with: .passkeyRegistration(credential), completionHandler)
  }

  /// Answers a request for a new passkey; true when the request was over before.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  @discardableResult
  open nonisolated(nonsending) func completeRegistrationRequest(using credential: ASPasskeyRegistrationCredential) async -> Bool {
    finish(with: .passkeyRegistration(credential))
  }

  /// Answers a request for a one-time code.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  @preconcurrency
  open func completeOneTimeCodeRequest(
    using credential: ASOneTimeCodeCredential, completionHandler: (@Sendable (Bool) -> Void)? = nil
  ) {
    finish(with: .oneTimeCode(credential), completionHandler)
  }

  /// Answers a request for a one-time code; true when the request was over before.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  @discardableResult
  open nonisolated(nonsending) func completeOneTimeCodeRequest(using credential: ASOneTimeCodeCredential) async -> Bool {
    finish(with: .oneTimeCode(credential))
  }

  /// Answers a request for text to insert into a field.
  ///
  /// - Parameter completionHandler: Called in the background; its argument does not say whether the field took the text.
  @available(iOS 18.0, *)
  @preconcurrency
  open func completeRequest(withTextToInsert text: String, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    finish(with: .textToInsert(text), completionHandler)
  }

  /// Answers a request for text to insert into a field; true when the request was over before.
  @available(iOS 18.0, *)
  @discardableResult
  open nonisolated(nonsending) func completeRequest(withTextToInsert text: String) async -> Bool {
    finish(with: .textToInsert(text))
  }

  /// Says that a password was kept. The provider adds its identity to the store itself.
  @available(iOS 26.2, visionOS 26.2, *)
  @preconcurrency
  open func completeSavePasswordRequest(completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    finish(with: .passwordSaved, completionHandler)
  }

  /// Says that a password was kept; true when the request was over before.
  @available(iOS 26.2, visionOS 26.2, *)
  @discardableResult
  open nonisolated(nonsending) func completeSavePasswordRequest() async -> Bool {
    finish(with: .passwordSaved)
  }

  /// Hands over passwords that the provider made up, best first.
  @available(iOS 26.2, visionOS 26.2, *)
  @preconcurrency
  open func completeGeneratePasswordRequest(results: [ASGeneratedPassword], completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    finish(with: .generatedPasswords(results), completionHandler)
  }

  /// Hands over passwords that the provider made up, best first; true when the request was over before.
  @available(iOS 26.2, visionOS 26.2, *)
  @discardableResult
  open nonisolated(nonsending) func completeGeneratePasswordRequest(results: [ASGeneratedPassword]) async -> Bool {
    finish(with: .generatedPasswords(results))
  }

  /// Ends what the person sees when they have enabled the provider.
  open func completeExtensionConfigurationRequest() {
    _ = finish(with: .configured)
  }

  /// Not for credentials: use the completion that fits the request.
  @available(*, unavailable)
  open func completeRequest(returningItems items: [Any]?, completionHandler: ((Bool) -> Void)? = nil) {}

  /// Ends the request without a credential.
  ///
  /// - Parameter error: An error of ``ASExtensionErrorDomain`` with a code of ``ASExtensionError/Code``; any other counts as `failed`.
  open override func cancelRequest(withError error: any Error) {
    request?.cancel(with: error)
  }
}
