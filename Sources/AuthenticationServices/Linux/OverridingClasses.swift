// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// For each method of ``ASCredentialProviderViewController`` that the system calls, a class that overrides only that method.
@MainActor
enum OverridingClasses {
  /// The methods as developers write them, with the class that overrides each. The parameter's type distinguishes methods with the same
  /// name.
  static let all: [(name: String, example: ASCredentialProviderViewController.Type)] = [
    ("prepareCredentialList(for:)", OverridesPasswordList.self),
    ("prepareCredentialList(for:requestParameters:)", OverridesSignInList.self),
    ("prepareOneTimeCodeCredentialList(for:)", OverridesCodeList.self),
    ("prepareInterfaceForUserChoosingTextToInsert()", OverridesTextList.self),
    ("provideCredentialWithoutUserInteraction(for: ASPasswordCredentialIdentity)", OverridesProvideIdentity.self),
    ("provideCredentialWithoutUserInteraction(for:)", OverridesProvide.self),
    ("prepareInterfaceToProvideCredential(for: ASPasswordCredentialIdentity)", OverridesPrepareIdentity.self),
    ("prepareInterfaceToProvideCredential(for:)", OverridesPrepare.self),
    ("prepareInterfaceForExtensionConfiguration()", OverridesConfiguration.self),
    ("prepareInterface(forPasskeyRegistration:)", OverridesRegistration.self),
    ("performWithoutUserInteractionIfPossible(passkeyRegistration:)", OverridesSilentRegistration.self),
    ("reportPublicKeyCredentialUpdate(forRelyingParty:userHandle:newName:)", OverridesUpdate.self),
    ("reportUnknownPublicKeyCredential(forRelyingParty:credentialID:)", OverridesUnknown.self),
    ("reportAllAcceptedPublicKeyCredentials(forRelyingParty:userHandle:acceptedCredentialIDs:)", OverridesAllAccepted.self),
    ("reportUnusedPasswordCredential(forDomain:userName:)", OverridesUnusedPassword.self),
    ("performWithoutUserInteractionIfPossible(savePasswordRequest:)", OverridesSave.self),
    ("prepareInterface(for: ASSavePasswordRequest)", OverridesPrepareSave.self),
    ("performWithoutUserInteraction(generatePasswordsRequest:)", OverridesGenerate.self),
    ("prepareInterface(for: ASGeneratePasswordsRequest)", OverridesPrepareGenerate.self),
  ]

  /// A subclass that overrides nothing.
  static let none: ASCredentialProviderViewController.Type = OverridesNothing.self
}

private final class OverridesNothing: ASCredentialProviderViewController {}

private final class OverridesPasswordList: ASCredentialProviderViewController {
  override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {}
}

private final class OverridesSignInList: ASCredentialProviderViewController {
  override func prepareCredentialList(
    for serviceIdentifiers: [ASCredentialServiceIdentifier], requestParameters: ASPasskeyCredentialRequestParameters
  ) {}
}

private final class OverridesCodeList: ASCredentialProviderViewController {
  override func prepareOneTimeCodeCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {}
}

private final class OverridesTextList: ASCredentialProviderViewController {
  override func prepareInterfaceForUserChoosingTextToInsert() {}
}

private final class OverridesProvideIdentity: ASCredentialProviderViewController {
  override func provideCredentialWithoutUserInteraction(for credentialIdentity: ASPasswordCredentialIdentity) {}
}

private final class OverridesProvide: ASCredentialProviderViewController {
  override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {}
}

private final class OverridesPrepareIdentity: ASCredentialProviderViewController {
  override func prepareInterfaceToProvideCredential(for credentialIdentity: ASPasswordCredentialIdentity) {}
}

private final class OverridesPrepare: ASCredentialProviderViewController {
  override func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {}
}

private final class OverridesConfiguration: ASCredentialProviderViewController {
  override func prepareInterfaceForExtensionConfiguration() {}
}

private final class OverridesRegistration: ASCredentialProviderViewController {
  override func prepareInterface(forPasskeyRegistration registrationRequest: any ASCredentialRequest) {}
}

private final class OverridesSilentRegistration: ASCredentialProviderViewController {
  override func performWithoutUserInteractionIfPossible(passkeyRegistration registrationRequest: ASPasskeyCredentialRequest) {}
}

private final class OverridesUpdate: ASCredentialProviderViewController {
  override func reportPublicKeyCredentialUpdate(forRelyingParty relyingParty: String, userHandle: Data, newName: String) {}
}

private final class OverridesUnknown: ASCredentialProviderViewController {
  override func reportUnknownPublicKeyCredential(forRelyingParty relyingParty: String, credentialID: Data) {}
}

private final class OverridesAllAccepted: ASCredentialProviderViewController {
  override func reportAllAcceptedPublicKeyCredentials(
    forRelyingParty relyingParty: String, userHandle: Data, acceptedCredentialIDs: [Data]
  ) {}
}

private final class OverridesUnusedPassword: ASCredentialProviderViewController {
  override func reportUnusedPasswordCredential(forDomain domain: String, userName: String) {}
}

private final class OverridesSave: ASCredentialProviderViewController {
  override func performWithoutUserInteractionIfPossible(savePasswordRequest: ASSavePasswordRequest) {}
}

private final class OverridesPrepareSave: ASCredentialProviderViewController {
  override func prepareInterface(for savePasswordRequest: ASSavePasswordRequest) {}
}

private final class OverridesGenerate: ASCredentialProviderViewController {
  override func performWithoutUserInteraction(generatePasswordsRequest: ASGeneratePasswordsRequest) {}
}

private final class OverridesPrepareGenerate: ASCredentialProviderViewController {
  override func prepareInterface(for generatePasswordsRequest: ASGeneratePasswordsRequest) {}
}
