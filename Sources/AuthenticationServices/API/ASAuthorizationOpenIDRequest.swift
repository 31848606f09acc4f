// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What requests to sign in by an account elsewhere have in common.
// @unchecked: as its superclass; an app that changes a request does so before it is performed, from where it made it.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
open class ASAuthorizationOpenIDRequest: ASAuthorizationRequest, @unchecked Sendable {
  /// What is asked of the account.
  open var requestedScopes: [ASAuthorization.Scope]?
  /// A value that the answer carries back.
  open var state: String?
  /// A value that the identity token carries, against replay.
  open var nonce: String?
  /// What the account is asked for, such as a sign-in or a fresh proof of it; nothing here acts on it.
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

  /// Returns nil: whose account it is is known to the kinds of request alone.
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

  /// Gives `copy` what this request asks.
  func hand(to copy: ASAuthorizationOpenIDRequest) {
    copy.requestedScopes = requestedScopes
    copy.state = state
    copy.nonce = nonce
    copy.requestedOperation = requestedOperation
  }
}
