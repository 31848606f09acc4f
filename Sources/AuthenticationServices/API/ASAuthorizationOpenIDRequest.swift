// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The common superclass of requests to sign in with an account elsewhere.
// @unchecked: like its superclass. Apps change a request only before it is performed, and only where they created it.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
open class ASAuthorizationOpenIDRequest: ASAuthorizationRequest, @unchecked Sendable {
  /// The requested scopes.
  open var requestedScopes: [ASAuthorization.Scope]?
  /// A value that the response returns.
  open var state: String?
  /// A value included in the identity token to prevent replay.
  open var nonce: String?
  /// The requested operation, such as a sign-in or a renewed authorization. Nothing here uses it.
  open var requestedOperation = ASAuthorization.OpenIDOperation.operationImplicit

  override init(provider: any ASAuthorizationProvider) {
    super.init(provider: provider)
  }

  init(provider: any ASAuthorizationProvider, archived coder: NSCoder) {
    requestedScopes = coder.archivedString(forKey: "requestedScopes")?.split(separator: " ").map { .init(String($0)) }
    state = coder.archivedString(forKey: "state")
    nonce = coder.archivedString(forKey: "nonce")
    requestedOperation = coder.archivedString(forKey: "requestedOperation").map { .init($0) } ?? .operationImplicit
    super.init(provider: provider)
  }

  /// Returns nil: only subclasses know the provider.
  public required init?(coder: NSCoder) {
    return nil
  }

  /// Writes the request to an archive.
  open override func encode(with coder: NSCoder) {
    coder.archive(requestedScopes?.map(\.rawValue).joined(separator: " "), forKey: "requestedScopes")
    coder.archive(state, forKey: "state")
    coder.archive(nonce, forKey: "nonce")
    coder.archive(requestedOperation.rawValue, forKey: "requestedOperation")
  }

  /// Copies the properties of this request to `copy`.
  func hand(to copy: ASAuthorizationOpenIDRequest) {
    copy.requestedScopes = requestedScopes
    copy.state = state
    copy.nonce = nonce
    copy.requestedOperation = requestedOperation
  }
}
