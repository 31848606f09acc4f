// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The result of an authorization: the credential and the provider of its request.
// @unchecked: Apple declares the same. Both parts are set once, before the value is shared.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
open class ASAuthorization: NSObject, @unchecked Sendable {
  /// The information that Sign in with Apple requests about a user.
  public struct Scope: RawRepresentable, Hashable, Sendable {
    /// The scope's name.
    public var rawValue: String

    /// Creates a scope from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Creates a scope from its name.
    public init(_ rawValue: String) {
      self.rawValue = rawValue
    }

    /// The user's name.
    public static let fullName = Self("full_name")
    /// The user's e-mail address.
    public static let email = Self("email")
  }

  /// The purpose of an OpenID request.
  public struct OpenIDOperation: RawRepresentable, Hashable, Sendable {
    /// The operation's name.
    public var rawValue: String

    /// Creates an operation from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Creates an operation from its name.
    public init(_ rawValue: String) {
      self.rawValue = rawValue
    }

    /// The operation that suits the state of the account.
    public static let operationImplicit = Self("implicit")
    /// Signing in.
    public static let operationLogin = Self("login")
    /// Renewing an authorization.
    public static let operationRefresh = Self("refresh")
    /// Signing out.
    public static let operationLogout = Self("logout")
  }

  /// The provider whose request was answered.
  open private(set) var provider: any ASAuthorizationProvider
  /// The credential that the user chose. Its class tells its kind.
  open private(set) var credential: any ASAuthorizationCredential

  /// Creates an authorization from a credential and the provider of its request.
  package init(provider: any ASAuthorizationProvider, credential: any ASAuthorizationCredential) {
    self.provider = provider
    self.credential = credential
  }
}
