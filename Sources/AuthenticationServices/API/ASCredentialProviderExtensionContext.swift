// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The context of one request, through which a provider returns a credential or cancels.
@available(iOS 12.0, macOS 11.0, visionOS 1.0, *)
open class ASCredentialProviderExtensionContext: NSExtensionContext {
  /// The request that this context answers; nil for a context that the system did not create.
  package let request: ProviderRequest?

  /// Creates a context without a request. Its completions report that the request has already ended.
  public override init() {
    self.request = nil
    super.init()
  }

  /// Creates the context of a request, to which it passes every completion and presentation.
  package init(request: ProviderRequest) {
    self.request = request
    super.init()
  }

  /// Answers a request for a password with the one that the user chose.
  ///
  /// - Parameter completionHandler: Called in the background once the credential has been sent, for cleaning up. Its argument is true if
  ///   the request had already ended.
  open func completeRequest(withSelectedCredential credential: ASPasswordCredential, completionHandler: ((Bool) -> Void)? = nil) {
    // Apple's closure is not @Sendable here, although it is called on another queue. It is passed on and not used again.
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

  /// Answers a request for a signature by a passkey. Returns true if the request had already ended.
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

  /// Answers a request for a new passkey. Returns true if the request had already ended.
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

  /// Answers a request for a one-time code. Returns true if the request had already ended.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  @discardableResult
  open nonisolated(nonsending) func completeOneTimeCodeRequest(using credential: ASOneTimeCodeCredential) async -> Bool {
    finish(with: .oneTimeCode(credential))
  }

  /// Answers a request for text to insert into a field.
  ///
  /// - Parameter completionHandler: Called in the background. Its argument does not tell whether the field accepted the text.
  @available(iOS 18.0, *)
  @preconcurrency
  open func completeRequest(withTextToInsert text: String, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    finish(with: .textToInsert(text), completionHandler)
  }

  /// Answers a request for text to insert into a field. Returns true if the request had already ended.
  @available(iOS 18.0, *)
  @discardableResult
  open nonisolated(nonsending) func completeRequest(withTextToInsert text: String) async -> Bool {
    finish(with: .textToInsert(text))
  }

  /// Reports that a password was stored. The provider itself adds its identity to the store.
  @available(iOS 26.2, visionOS 26.2, *)
  @preconcurrency
  open func completeSavePasswordRequest(completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    finish(with: .passwordSaved, completionHandler)
  }

  /// Reports that a password was stored. Returns true if the request had already ended.
  @available(iOS 26.2, visionOS 26.2, *)
  @discardableResult
  open nonisolated(nonsending) func completeSavePasswordRequest() async -> Bool {
    finish(with: .passwordSaved)
  }

  /// Returns the passwords that the provider generated, in order of preference.
  @available(iOS 26.2, visionOS 26.2, *)
  @preconcurrency
  open func completeGeneratePasswordRequest(results: [ASGeneratedPassword], completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    finish(with: .generatedPasswords(results), completionHandler)
  }

  /// Returns the passwords that the provider generated, in order of preference. The result is true if the request had already ended.
  @available(iOS 26.2, visionOS 26.2, *)
  @discardableResult
  open nonisolated(nonsending) func completeGeneratePasswordRequest(results: [ASGeneratedPassword]) async -> Bool {
    finish(with: .generatedPasswords(results))
  }

  /// Ends the configuration shown after the user has enabled the provider.
  open func completeExtensionConfigurationRequest() {
    _ = finish(with: .configured)
  }

  /// Not for credentials: use the completion method for the request.
  @available(*, unavailable)
  open func completeRequest(returningItems items: [Any]?, completionHandler: ((Bool) -> Void)? = nil) {}

  /// Ends the request without a credential.
  ///
  /// - Parameter error: An error of ``ASExtensionErrorDomain`` with a code of ``ASExtensionError/Code``. Any other error counts as
  ///   `failed`.
  open override func cancelRequest(withError error: any Error) {
    request?.cancel(with: error)
  }
}
