// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The principal class of a credential provider: the system makes one for each request and calls the method that fits.
///
/// A method that a provider does not override cancels the request as failed and says so on the standard error stream.
@available(iOS 12.0, macOS 11.0, visionOS 1.0, *)
@MainActor
@preconcurrency
open class ASCredentialProviderViewController: UIViewController {
  private var context = ASCredentialProviderExtensionContext()
  /// What the controller shows that nobody draws.
  var undrawn = UndrawnInterface()

  /// Makes a controller; there are no nibs here.
  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }

  /// Makes a controller for one request, as the system does: on Linux with an archive that holds nothing.
  ///
  /// Every subclass has this initialiser, so that a principal class can be made that is known by name alone.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// Where the request is answered or cancelled.
  open var extensionContext: ASCredentialProviderExtensionContext { context }

  /// Gives the controller its request.
  package func begin(_ context: ASCredentialProviderExtensionContext) {
    self.context = context
  }

  /// Prepares a list of passwords.
  ///
  /// - Parameter serviceIdentifiers: What the person signs in to, most specific first; a hint, and empty when unknown.
  open func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
    cancelNotOverridden("prepareCredentialList(for:)")
  }

  /// Prepares a list of passkeys and passwords while a passkey request is pending.
  ///
  /// - Parameters:
  ///   - serviceIdentifiers: What the person signs in to, most specific first.
  ///   - requestParameters: What a chosen passkey signs, and which passkeys will do.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  open func prepareCredentialList(
    for serviceIdentifiers: [ASCredentialServiceIdentifier], requestParameters: ASPasskeyCredentialRequestParameters
  ) {
    cancelNotOverridden("prepareCredentialList(for:requestParameters:)")
  }

  /// Prepares a list of one-time codes.
  ///
  /// - Parameter serviceIdentifiers: What the person signs in to, most specific first; a hint, and empty when unknown.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  open func prepareOneTimeCodeCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
    cancelNotOverridden("prepareOneTimeCodeCredentialList(for:)")
  }

  /// Gives the password of an identity that the person picked, showing nothing.
  @available(iOS, introduced: 12.0, deprecated: 17.0)
  @available(macOS, introduced: 11.0, deprecated: 14.0)
  open func provideCredentialWithoutUserInteraction(for credentialIdentity: ASPasswordCredentialIdentity) {
    cancelNotOverridden("provideCredentialWithoutUserInteraction(for:)")
  }

  /// Gives the credential of an identity that the person picked, showing nothing, or cancels with `userInteractionRequired`.
  ///
  /// Not overridden, it passes a request for a password on to the form that takes the identity.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  open func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
    guard let identity = passwordIdentity(of: credentialRequest) else {
      return cancelNotOverridden("provideCredentialWithoutUserInteraction(for:)")
    }
    provideCredentialWithoutUserInteraction(for: identity)
  }

  /// Prepares what must be shown before the password of an identity can be given.
  @available(iOS, introduced: 12.0, deprecated: 17.0)
  @available(macOS, introduced: 11.0, deprecated: 14.0)
  open func prepareInterfaceToProvideCredential(for credentialIdentity: ASPasswordCredentialIdentity) {
    cancelNotOverridden("prepareInterfaceToProvideCredential(for:)")
  }

  /// Prepares what must be shown before the credential can be given: the second try after `userInteractionRequired`.
  ///
  /// Not overridden, it passes a request for a password on to the form that takes the identity.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  open func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {
    guard let identity = passwordIdentity(of: credentialRequest) else {
      return cancelNotOverridden("prepareInterfaceToProvideCredential(for:)")
    }
    prepareInterfaceToProvideCredential(for: identity)
  }

  /// Prepares the making of a passkey, for which the person chose this provider.
  ///
  /// - Parameter registrationRequest: In fact an ``ASPasskeyCredentialRequest``.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  open func prepareInterface(forPasskeyRegistration registrationRequest: any ASCredentialRequest) {
    cancelNotOverridden("prepareInterface(forPasskeyRegistration:)")
  }

  /// Makes a passkey without asking anybody, or cancels: the service upgrades an account whose password was just filled.
  ///
  /// Do so only when nothing must be unlocked, a password of the same user name is kept and was filled lately, and the account has no
  /// passkey yet. The password stays.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  open func performWithoutUserInteractionIfPossible(passkeyRegistration registrationRequest: ASPasskeyCredentialRequest) {
    cancelNotOverridden("performWithoutUserInteractionIfPossible(passkeyRegistration:)")
  }

  /// Prepares what the person sees once when they have enabled the provider; end it with
  /// ``ASCredentialProviderExtensionContext/completeExtensionConfigurationRequest()``.
  open func prepareInterfaceForExtensionConfiguration() {
    cancelNotOverridden("prepareInterfaceForExtensionConfiguration()")
  }

  /// Prepares a list of anything that the provider keeps, for a text field of any kind.
  @available(iOS 18.0, *)
  open func prepareInterfaceForUserChoosingTextToInsert() {
    cancelNotOverridden("prepareInterfaceForUserChoosingTextToInsert()")
  }

  /// Takes note of what an account with a passkey is called now; nothing is shown or answered.
  @available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
  open func reportPublicKeyCredentialUpdate(forRelyingParty relyingParty: String, userHandle: Data, newName: String) {
    logNotOverridden("reportPublicKeyCredentialUpdate(forRelyingParty:userHandle:newName:)")
  }

  /// Takes note that a service does not know a passkey; nothing is shown or answered.
  @available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
  open func reportUnknownPublicKeyCredential(forRelyingParty relyingParty: String, credentialID: Data) {
    logNotOverridden("reportUnknownPublicKeyCredential(forRelyingParty:credentialID:)")
  }

  /// Takes note of the passkeys of an account that its service still takes; nothing is shown or answered.
  @available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
  open func reportAllAcceptedPublicKeyCredentials(
    forRelyingParty relyingParty: String, userHandle: Data, acceptedCredentialIDs: [Data]
  ) {
    logNotOverridden("reportAllAcceptedPublicKeyCredentials(forRelyingParty:userHandle:acceptedCredentialIDs:)")
  }

  /// Takes note that an account has no use for its password any more; nothing is shown or answered.
  @available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
  open func reportUnusedPasswordCredential(forDomain domain: String, userName: String) {
    logNotOverridden("reportUnusedPasswordCredential(forDomain:userName:)")
  }

  /// Keeps a password without asking anybody, or cancels with `userInteractionRequired`.
  @available(iOS 26.2, visionOS 26.2, *)
  open func performWithoutUserInteractionIfPossible(savePasswordRequest: ASSavePasswordRequest) {
    cancelNotOverridden("performWithoutUserInteractionIfPossible(savePasswordRequest:)")
  }

  /// Prepares what must be shown before a password can be kept: the second try after `userInteractionRequired`.
  @available(iOS 26.2, visionOS 26.2, *)
  open func prepareInterface(for savePasswordRequest: ASSavePasswordRequest) {
    cancelNotOverridden("prepareInterface(for:) for a password to save")
  }

  /// Makes up passwords for a new account without asking anybody.
  @available(iOS 26.2, visionOS 26.2, *)
  open func performWithoutUserInteraction(generatePasswordsRequest: ASGeneratePasswordsRequest) {
    cancelNotOverridden("performWithoutUserInteraction(generatePasswordsRequest:)")
  }

  /// Prepares a choice of passwords for a new account.
  @available(iOS 26.2, visionOS 26.2, *)
  open func prepareInterface(for generatePasswordsRequest: ASGeneratePasswordsRequest) {
    cancelNotOverridden("prepareInterface(for:) for passwords to make up")
  }

  private func passwordIdentity(of request: any ASCredentialRequest) -> ASPasswordCredentialIdentity? {
    guard request.type == .password else { return nil }
    return request.credentialIdentity as? ASPasswordCredentialIdentity
  }
}
