// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The outcome of an authorization: the credential, and whose request it answers.
// @unchecked: Apple declares the same; both parts are set once, before anybody sees them.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
open class ASAuthorization: NSObject, @unchecked Sendable {
  /// What Sign in with Apple asks of a person's account.
  public struct Scope: RawRepresentable, Hashable, Sendable {
    /// The scope's name.
    public var rawValue: String

    /// Takes the scope's name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Takes the scope's name.
    public init(_ rawValue: String) {
      self.rawValue = rawValue
    }

    /// The person's name.
    public static let fullName = Self("full_name")
    /// The person's address.
    public static let email = Self("email")
  }

  /// What an OpenID request is made for.
  public struct OpenIDOperation: RawRepresentable, Hashable, Sendable {
    /// The operation's name.
    public var rawValue: String

    /// Takes the operation's name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Takes the operation's name.
    public init(_ rawValue: String) {
      self.rawValue = rawValue
    }

    /// Whatever fits the state of the account.
    public static let operationImplicit = Self("implicit")
    /// Signing in.
    public static let operationLogin = Self("login")
    /// Renewing what was granted.
    public static let operationRefresh = Self("refresh")
    /// Signing out.
    public static let operationLogout = Self("logout")
  }

  /// The provider of the request that was answered.
  open private(set) var provider: any ASAuthorizationProvider
  /// What the person chose: look at its class.
  open private(set) var credential: any ASAuthorizationCredential

  /// Joins what a provider answered with the object whose request it answers.
  package init(provider: any ASAuthorizationProvider, credential: any ASAuthorizationCredential) {
    self.provider = provider
    self.credential = credential
  }
}
