// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request by the system to store a password that the user typed or accepted.
// @unchecked: every stored property is set once, but the compiler cannot infer that for an `open` class.
@available(iOS 26.2, visionOS 26.2, *)
open class ASSavePasswordRequest: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The event that caused the request.
  public enum Event: Int, Sendable {
    /// The user asked for it: store the password, whether new or changed.
    case userInitiated = 0
    /// The form disappeared: store a new password, but ask before overwriting an existing one.
    case formDidDisappear = 1
    /// A generated password was filled: set it aside. Another event of the session follows, and the user must not be asked now.
    case generatedPasswordFilled = 2
  }

  /// The account's service.
  open private(set) var serviceIdentifier: ASCredentialServiceIdentifier
  /// The account's name and password.
  open private(set) var credential: ASPasswordCredential
  /// A title for the account.
  open private(set) var title: String?
  /// The identifier that the requests of one form share.
  open private(set) var sessionID: String
  /// The event that caused the request.
  open private(set) var event: ASSavePasswordRequest.Event
  /// The kind of a generated password; nil for a typed one.
  open private(set) var passwordKind: ASGeneratedPassword.Kind?

  /// Creates a request with all properties.
  public init(
    serviceIdentifier: ASCredentialServiceIdentifier, credential: ASPasswordCredential, title: String?, sessionID: String,
    event: ASSavePasswordRequest.Event, passwordKind: ASGeneratedPassword.Kind?
  ) {
    self.serviceIdentifier = serviceIdentifier
    self.credential = credential
    self.title = title
    self.sessionID = sessionID
    self.event = event
    self.passwordKind = passwordKind
  }

  /// Creates a request for a typed password.
  public convenience init(
    serviceIdentifier: ASCredentialServiceIdentifier, credential: ASPasswordCredential, sessionID: String,
    event: ASSavePasswordRequest.Event
  ) {
    self.init(
      serviceIdentifier: serviceIdentifier, credential: credential, title: nil, sessionID: sessionID, event: event, passwordKind: nil)
  }

  /// Creates a request for a typed password, with a title.
  public convenience init(
    serviceIdentifier: ASCredentialServiceIdentifier, credential: ASPasswordCredential, title: String?, sessionID: String,
    event: ASSavePasswordRequest.Event
  ) {
    self.init(
      serviceIdentifier: serviceIdentifier, credential: credential, title: title, sessionID: sessionID, event: event, passwordKind: nil)
  }

  /// Creates a request without a title.
  public convenience init(
    serviceIdentifier: ASCredentialServiceIdentifier, credential: ASPasswordCredential, sessionID: String,
    event: ASSavePasswordRequest.Event, passwordKind: ASGeneratedPassword.Kind?
  ) {
    self.init(
      serviceIdentifier: serviceIdentifier, credential: credential, title: nil, sessionID: sessionID, event: event,
      passwordKind: passwordKind)
  }

  /// Reads an archived request; nil if a part is missing.
  public required init?(coder: NSCoder) {
    guard let service = coder.decodeObject(of: ASCredentialServiceIdentifier.self, forKey: "serviceIdentifier"),
      let credential = coder.decodeObject(of: ASPasswordCredential.self, forKey: "credential"),
      let session = coder.archivedString(forKey: "sessionID"), let event = Event(rawValue: coder.decodeInteger(forKey: "event"))
    else { return nil }
    self.serviceIdentifier = service
    self.credential = credential
    self.title = coder.archivedString(forKey: "title")
    self.sessionID = session
    self.event = event
    self.passwordKind = coder.archivedString(forKey: "passwordKind").map { .init($0) }
  }

  /// True: archives contain only this module's classes, strings and numbers.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the request, including the password, to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(serviceIdentifier, forKey: "serviceIdentifier")
    coder.encode(credential, forKey: "credential")
    coder.archive(title, forKey: "title")
    coder.archive(sessionID, forKey: "sessionID")
    coder.encode(event.rawValue, forKey: "event")
    coder.archive(passwordKind?.rawValue, forKey: "passwordKind")
  }

  /// Returns the same object, because it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
