// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol

/// A suggestion to fill into a field: a row in the list that the toolkit shows next to the field.
///
/// It contains no secret except a proposed new password. Other credentials arrive only once the user picks the suggestion.
public struct AutoFillSuggestion: Hashable, Sendable {
  /// The kinds of suggestion. The set may grow.
  public struct Kind: Hashable, Sendable {
    /// A stable name, for symbols and tests.
    public let name: String

    /// A one-time code, which is computed when the user picks the suggestion.
    public static let oneTimeCode = Kind(name: "oneTimeCode")
    /// A user name with its password.
    public static let password = Kind(name: "password")
    /// A passkey that answers the controller's AutoFill-assisted request.
    public static let passkey = Kind(name: "passkey")
    /// A password that a provider generated for a new account; the suggestion contains it.
    public static let newPassword = Kind(name: "newPassword")
    /// A locked provider, which shows its list once it is unlocked.
    public static let lockedProvider = Kind(name: "lockedProvider")
  }

  enum Way: Hashable, Sendable {
    case token(String)
    case text(String)
  }

  /// The kind of credential that would be filled.
  public let kind: Kind
  /// The first line: the account, the new password or the provider; the service if there is no account.
  public let title: String
  /// The second line: the service.
  public let subtitle: String
  /// The provider that offers the suggestion.
  public let provider: String
  let way: Way

  init(_ value: SuggestionValue) {
    kind =
      switch value.kind {
      case .oneTimeCode: .oneTimeCode
      case .password: .password
      case .passkey: .passkey
      }
    // A password without a user name is shown by its service.
    title = value.account.isEmpty ? value.service : value.account
    subtitle = value.account.isEmpty ? "" : value.service
    provider = value.provider
    way = .token(value.token)
  }

  init(_ value: LockedProviderValue) {
    kind = .lockedProvider
    title = value.provider
    subtitle = ""
    provider = value.provider
    way = .token(value.token)
  }

  init(newPassword: String, kind name: String) {
    kind = .newPassword
    title = newPassword
    subtitle = name
    provider = ""
    way = .text(newPassword)
  }
}
