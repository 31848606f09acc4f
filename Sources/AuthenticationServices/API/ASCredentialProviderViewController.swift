// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The principal class of a credential provider. The system creates an instance for each request and calls the corresponding method.
///
/// A method that a provider does not override cancels the request as failed and writes a message to standard error.
@available(iOS 12.0, macOS 11.0, visionOS 1.0, *)
@MainActor
@preconcurrency
open class ASCredentialProviderViewController: UIViewController {
  private var context = ASCredentialProviderExtensionContext()
  /// The interface that the controller shows with UIKit calls, which is never drawn.
  var undrawn = UndrawnInterface()

  /// Creates a controller. Nibs are not supported.
  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }

  /// Creates a controller for one request, as the system does. On Linux, the archive is empty.
  ///
  /// Every subclass has this initialiser, so that a principal class known only by name can be instantiated.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// The context in which the request is answered or cancelled.
  open var extensionContext: ASCredentialProviderExtensionContext { context }

  /// Sets the context of the controller's request.
  package func begin(_ context: ASCredentialProviderExtensionContext) {
    self.context = context
  }

  /// Prepares a list of passwords.
  ///
  /// - Parameter serviceIdentifiers: The services that the user signs in to, most specific first; only a hint, and empty if unknown.
  open func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
    cancelNotOverridden("prepareCredentialList(for:)")
  }

  /// Prepares a list of passkeys and passwords while a passkey request is pending.
  ///
  /// - Parameters:
  ///   - serviceIdentifiers: The services that the user signs in to, most specific first.
  ///   - requestParameters: The data for a chosen passkey to sign, and the acceptable passkeys.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  open func prepareCredentialList(
    for serviceIdentifiers: [ASCredentialServiceIdentifier], requestParameters: ASPasskeyCredentialRequestParameters
  ) {
    cancelNotOverridden("prepareCredentialList(for:requestParameters:)")
  }

  /// Prepares a list of one-time codes.
  ///
  /// - Parameter serviceIdentifiers: The services that the user signs in to, most specific first; only a hint, and empty if unknown.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  open func prepareOneTimeCodeCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
    cancelNotOverridden("prepareOneTimeCodeCredentialList(for:)")
  }

  /// Provides the password of an identity that the user picked, without an interface.
  @available(iOS, introduced: 12.0, deprecated: 17.0)
  @available(macOS, introduced: 11.0, deprecated: 14.0)
  open func provideCredentialWithoutUserInteraction(for credentialIdentity: ASPasswordCredentialIdentity) {
    cancelNotOverridden("provideCredentialWithoutUserInteraction(for:)")
  }

  /// Provides the credential of an identity that the user picked, without an interface, or cancels with `userInteractionRequired`.
  ///
  /// The default implementation passes a request for a password on to the method with the identity.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  open func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
    guard let identity = passwordIdentity(of: credentialRequest) else {
      return cancelNotOverridden("provideCredentialWithoutUserInteraction(for:)")
    }
    provideCredentialWithoutUserInteraction(for: identity)
  }

  /// Prepares the interface required before the password of an identity can be provided.
  @available(iOS, introduced: 12.0, deprecated: 17.0)
  @available(macOS, introduced: 11.0, deprecated: 14.0)
  open func prepareInterfaceToProvideCredential(for credentialIdentity: ASPasswordCredentialIdentity) {
    cancelNotOverridden("prepareInterfaceToProvideCredential(for:)")
  }

  /// Prepares the interface required before the credential can be provided: the second attempt after `userInteractionRequired`.
  ///
  /// The default implementation passes a request for a password on to the method with the identity.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  open func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {
    guard let identity = passwordIdentity(of: credentialRequest) else {
      return cancelNotOverridden("prepareInterfaceToProvideCredential(for:)")
    }
    prepareInterfaceToProvideCredential(for: identity)
  }

  /// Prepares the creation of a passkey, for which the user chose this provider.
  ///
  /// - Parameter registrationRequest: Always an ``ASPasskeyCredentialRequest``.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  open func prepareInterface(forPasskeyRegistration registrationRequest: any ASCredentialRequest) {
    cancelNotOverridden("prepareInterface(forPasskeyRegistration:)")
  }

  /// Creates a passkey without asking the user, or cancels. The service upgrades an account whose password was just filled.
  ///
  /// Create it only if nothing needs to be unlocked, a password with the same user name is stored and was filled recently, and the account
  /// has no passkey yet. The password remains.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  open func performWithoutUserInteractionIfPossible(passkeyRegistration registrationRequest: ASPasskeyCredentialRequest) {
    cancelNotOverridden("performWithoutUserInteractionIfPossible(passkeyRegistration:)")
  }

  /// Prepares the configuration that the user sees once after enabling the provider. End it with
  /// ``ASCredentialProviderExtensionContext/completeExtensionConfigurationRequest()``.
  open func prepareInterfaceForExtensionConfiguration() {
    cancelNotOverridden("prepareInterfaceForExtensionConfiguration()")
  }

  /// Prepares a list of any texts that the provider stores, for a text field of any type.
  @available(iOS 18.0, *)
  open func prepareInterfaceForUserChoosingTextToInsert() {
    cancelNotOverridden("prepareInterfaceForUserChoosingTextToInsert()")
  }

  /// Updates the name of an account with a passkey. Nothing is shown or answered.
  @available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
  open func reportPublicKeyCredentialUpdate(forRelyingParty relyingParty: String, userHandle: Data, newName: String) {
    logNotOverridden("reportPublicKeyCredentialUpdate(forRelyingParty:userHandle:newName:)")
  }

  /// Handles the report that a service does not know a passkey. Nothing is shown or answered.
  @available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
  open func reportUnknownPublicKeyCredential(forRelyingParty relyingParty: String, credentialID: Data) {
    logNotOverridden("reportUnknownPublicKeyCredential(forRelyingParty:credentialID:)")
  }

  /// Handles the list of an account's passkeys that its service still accepts. Nothing is shown or answered.
  @available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
  open func reportAllAcceptedPublicKeyCredentials(
    forRelyingParty relyingParty: String, userHandle: Data, acceptedCredentialIDs: [Data]
  ) {
    logNotOverridden("reportAllAcceptedPublicKeyCredentials(forRelyingParty:userHandle:acceptedCredentialIDs:)")
  }

  /// Handles the report that an account no longer uses its password. Nothing is shown or answered.
  @available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
  open func reportUnusedPasswordCredential(forDomain domain: String, userName: String) {
    logNotOverridden("reportUnusedPasswordCredential(forDomain:userName:)")
  }

  /// Stores a password without asking the user, or cancels with `userInteractionRequired`.
  @available(iOS 26.2, visionOS 26.2, *)
  open func performWithoutUserInteractionIfPossible(savePasswordRequest: ASSavePasswordRequest) {
    cancelNotOverridden("performWithoutUserInteractionIfPossible(savePasswordRequest:)")
  }

  /// Prepares the interface required before a password can be stored: the second attempt after `userInteractionRequired`.
  @available(iOS 26.2, visionOS 26.2, *)
  open func prepareInterface(for savePasswordRequest: ASSavePasswordRequest) {
    cancelNotOverridden("prepareInterface(for:) for a password to save")
  }

  /// Generates passwords for a new account without asking the user.
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
