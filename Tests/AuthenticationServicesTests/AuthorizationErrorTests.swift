// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Foundation
import Testing

@Suite("An authorization error")
struct AuthorizationErrorTests {
  @Test("can be caught by its code")
  func caught() {
    do {
      throw ASAuthorizationError(.canceled)
    } catch ASAuthorizationError.canceled {
      return
    } catch {
      Issue.record(error)
    }
  }

  @Test("can be created and matched in the ways that apps use")
  func idioms() throws {
    let error: any Error = ASAuthorizationError(ASAuthorizationError.invalidResponse)
    let found = try #require(error as? ASAuthorizationError)
    #expect(found.code == .invalidResponse)
    switch found.code {
    case ASAuthorizationError.invalidResponse: break
    default: Issue.record("the error has another code")
    }
    #expect((error as NSError).domain == ASAuthorizationErrorDomain)
    #expect((error as NSError).code == ASAuthorizationError.invalidResponse.rawValue)
    #expect(ASAuthorizationError(ASAuthorizationError.Code.failed).errorCode == 1004)
    #expect(ASAuthorizationError.errorDomain == ASAuthorizationErrorDomain)
    #expect(ASExtensionError.Code(rawValue: 100) == .userInteractionRequired)
  }

  @Test("gives its reason as a code and as a sentence")
  func reasons() {
    let error = AuthorizationFailure.noSecurityKeys.error
    #expect(error.code == .notHandled)
    #expect(error.userInfo[AuthorizationFailure.reasonKey] as? String == "noSecurityKeys")
    #expect((error as NSError).localizedFailureReason?.contains("security key") == true)
    #expect(error.localizedDescription.contains("security key"))
  }
}
