// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request by the system for passwords for a new account.
// @unchecked: every stored property is set once, but the compiler cannot infer that for an `open` class.
@available(iOS 26.2, visionOS 26.2, *)
open class ASGeneratePasswordsRequest: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The service of the new account.
  open private(set) var serviceIdentifier: ASCredentialServiceIdentifier
  /// The rules of the password field, in the language of the `passwordrules` attribute.
  open private(set) var passwordFieldPasswordRules: String?
  /// The rules of the confirmation field.
  open private(set) var confirmPasswordFieldPasswordRules: String?
  /// The known rules of the service.
  open private(set) var passwordRulesFromQuirks: String?

  /// Creates a request.
  public init(
    serviceIdentifier: ASCredentialServiceIdentifier, passwordFieldPasswordRules: String?, confirmPasswordFieldPasswordRules: String?,
    passwordRulesFromQuirks: String?
  ) {
    self.serviceIdentifier = serviceIdentifier
    self.passwordFieldPasswordRules = passwordFieldPasswordRules
    self.confirmPasswordFieldPasswordRules = confirmPasswordFieldPasswordRules
    self.passwordRulesFromQuirks = passwordRulesFromQuirks
  }

  /// Reads an archived request; nil if its service is missing.
  public required init?(coder: NSCoder) {
    guard let service = coder.decodeObject(of: ASCredentialServiceIdentifier.self, forKey: "serviceIdentifier") else { return nil }
    self.serviceIdentifier = service
    self.passwordFieldPasswordRules = coder.archivedString(forKey: "passwordFieldPasswordRules")
    self.confirmPasswordFieldPasswordRules = coder.archivedString(forKey: "confirmPasswordFieldPasswordRules")
    self.passwordRulesFromQuirks = coder.archivedString(forKey: "passwordRulesFromQuirks")
  }

  /// True: archives contain only this module's classes and strings.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the request to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(serviceIdentifier, forKey: "serviceIdentifier")
    coder.archive(passwordFieldPasswordRules, forKey: "passwordFieldPasswordRules")
    coder.archive(confirmPasswordFieldPasswordRules, forKey: "confirmPasswordFieldPasswordRules")
    coder.archive(passwordRulesFromQuirks, forKey: "passwordRulesFromQuirks")
  }

  /// Returns the same object, because it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
