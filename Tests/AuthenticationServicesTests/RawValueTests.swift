// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Testing

@Suite("The raw values")
struct RawValueTests {
  @Test("of every string in a request are Apple's")
  func words() {
    typealias Verification = ASAuthorizationPublicKeyCredentialUserVerificationPreference
    typealias Attestation = ASAuthorizationPublicKeyCredentialAttestationKind
    typealias Resident = ASAuthorizationPublicKeyCredentialResidentKeyPreference
    typealias Transport = ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor.Transport
    #expect([Verification.preferred, .required, .discouraged].map(\.rawValue) == ["preferred", "required", "discouraged"])
    #expect([Attestation.none, .direct, .indirect, .enterprise].map(\.rawValue) == ["none", "direct", "indirect", "enterprise"])
    #expect([Resident.discouraged, .preferred, .required].map(\.rawValue) == ["discouraged", "preferred", "required"])
    #expect(Transport.allSupported.map(\.rawValue) == ["usb", "nfc", "ble"])
    #expect([ASGeneratedPassword.Kind.strong, .alphanumeric, .passphrase].map(\.rawValue) == ["STRONG", "ALPHANUMERIC", "PASSPHRASE"])
    #expect([ASAuthorization.Scope.fullName, .email].map(\.rawValue) == ["full_name", "email"])
    let operations = [ASAuthorization.OpenIDOperation.operationImplicit, .operationLogin, .operationRefresh, .operationLogout]
    #expect(operations.map(\.rawValue) == ["implicit", "login", "refresh", "logout"])
    #expect(ASCOSEAlgorithmIdentifier.ES256.rawValue == -7)
    #expect(ASCOSEEllipticCurveIdentifier.P256.rawValue == 1)
  }

  @Test("of every number that is sent or stored are Apple's")
  func numbers() {
    #expect([ASCredentialServiceIdentifier.IdentifierType.domain, .URL, .app].map(\.rawValue) == [0, 1, 2])
    #expect([ASCredentialRequestType.password, .passkeyAssertion, .passkeyRegistration, .oneTimeCode].map(\.rawValue) == [0, 1, 2, 3])
    #expect([ASSavePasswordRequest.Event.userInitiated, .formDidDisappear, .generatedPasswordFilled].map(\.rawValue) == [0, 1, 2])
    #expect([ASAuthorizationPublicKeyCredentialAttachment.platform, .crossPlatform].map(\.rawValue) == [0, 1])
    typealias Style = ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest.RequestStyle
    #expect([Style.standard, .conditional].map(\.rawValue) == [0, 1])
    typealias Access = ASAuthorizationWebBrowserPublicKeyCredentialManager.AuthorizationState
    #expect([Access.authorized, .denied, .notDetermined].map(\.rawValue) == [0, 1, 2])
    #expect(ASAuthorizationController.RequestOptions.preferImmediatelyAvailableCredentials.rawValue == 1)
    #expect([ASCredentialIdentityStore.IdentityTypes.password, .passkey, .oneTimeCode].map(\.rawValue) == [1, 2, 4])
    typealias State = ASAuthorizationAppleIDProvider.CredentialState
    #expect([State.revoked, .authorized, .notFound, .transferred].map(\.rawValue) == [0, 1, 2, 3])
    #expect([ASUserDetectionStatus.unsupported, .unknown, .likelyReal].map(\.rawValue) == [0, 1, 2])
    #expect([ASUserAgeRange.unknown, .child, .notChild].map(\.rawValue) == [0, 1, 2])
  }

  @Test("of every error are Apple's")
  func errors() {
    #expect(ASAuthorizationErrorDomain == "com.apple.AuthenticationServices.AuthorizationError")
    #expect(ASExtensionErrorDomain == "ASExtensionErrorDomain")
    #expect(ASCredentialIdentityStoreErrorDomain == "ASCredentialIdentityStoreErrorDomain")
    let authorization: [ASAuthorizationError.Code] = [
      .unknown, .canceled, .invalidResponse, .notHandled, .failed, .notInteractive, .matchedExcludedCredential, .credentialImport,
      .credentialExport, .preferSignInWithApple, .deviceNotConfiguredForPasskeyCreation,
    ]
    #expect(authorization.map(\.rawValue) == Array(1000...1010))
    let cancellation: [ASExtensionError.Code] = [
      .failed, .userCanceled, .userInteractionRequired, .credentialIdentityNotFound, .matchedExcludedCredential,
    ]
    #expect(cancellation.map(\.rawValue) == [0, 1, 100, 101, 102])
    #expect([ASCredentialIdentityStoreError.Code.internalError, .storeDisabled, .storeBusy].map(\.rawValue) == [0, 1, 2])
    typealias Session = ASWebAuthenticationSessionError.Code
    #expect([Session.canceledLogin, .presentationContextNotProvided, .presentationContextInvalid].map(\.rawValue) == [1, 2, 3])
  }
}
