// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The system's request to keep a password that the person typed or took.
// @unchecked: every stored property is set once; only `open` keeps the compiler from seeing it.
@available(iOS 26.2, visionOS 26.2, *)
open class ASSavePasswordRequest: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// What the request follows from.
  public enum Event: Int, Sendable {
    /// The person asked for it: keep it, new or changed.
    case userInitiated = 0
    /// The form went away: keep it if it is new, ask before another is overwritten.
    case formDidDisappear = 1
    /// A password that was made up was filled: keep it aside; another event of the session follows, and nobody may be asked now.
    case generatedPasswordFilled = 2
  }

  /// The service that the account is with.
  open private(set) var serviceIdentifier: ASCredentialServiceIdentifier
  /// The account's name and password.
  open private(set) var credential: ASPasswordCredential
  /// What to call the account.
  open private(set) var title: String?
  /// What the requests of one form have in common.
  open private(set) var sessionID: String
  /// What the request follows from.
  open private(set) var event: ASSavePasswordRequest.Event
  /// The kind of password that was made up; nil for one that the person typed.
  open private(set) var passwordKind: ASGeneratedPassword.Kind?

  /// Describes a request with all its parts.
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

  /// Describes a request for a password that the person typed.
  public convenience init(
    serviceIdentifier: ASCredentialServiceIdentifier, credential: ASPasswordCredential, sessionID: String,
    event: ASSavePasswordRequest.Event
  ) {
    self.init(
      serviceIdentifier: serviceIdentifier, credential: credential, title: nil, sessionID: sessionID, event: event, passwordKind: nil)
  }

  /// Describes a request for a password that the person typed, with a title.
  public convenience init(
    serviceIdentifier: ASCredentialServiceIdentifier, credential: ASPasswordCredential, title: String?, sessionID: String,
    event: ASSavePasswordRequest.Event
  ) {
    self.init(
      serviceIdentifier: serviceIdentifier, credential: credential, title: title, sessionID: sessionID, event: event, passwordKind: nil)
  }

  /// Describes a request without a title.
  public convenience init(
    serviceIdentifier: ASCredentialServiceIdentifier, credential: ASPasswordCredential, sessionID: String,
    event: ASSavePasswordRequest.Event, passwordKind: ASGeneratedPassword.Kind?
  ) {
    self.init(
      serviceIdentifier: serviceIdentifier, credential: credential, title: nil, sessionID: sessionID, event: event,
      passwordKind: passwordKind)
  }

  /// Reads an archived request; nil when a part is missing.
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

  /// True: archives hold this module's classes, strings and numbers only.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the request, password included, to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(serviceIdentifier, forKey: "serviceIdentifier")
    coder.encode(credential, forKey: "credential")
    coder.archive(title, forKey: "title")
    coder.archive(sessionID, forKey: "sessionID")
    coder.encode(event.rawValue, forKey: "event")
    coder.archive(passwordKind?.rawValue, forKey: "passwordKind")
  }

  /// Returns itself, as it cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
