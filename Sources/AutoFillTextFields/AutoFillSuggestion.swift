// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol

/// One thing that could be filled into a field: a row of the list that the toolkit shows beside it.
///
/// It holds no secret but a password that is being chosen; what is filled comes once the person picks.
public struct AutoFillSuggestion: Hashable, Sendable {
  /// The kinds of suggestion; the set may grow.
  public struct Kind: Hashable, Sendable {
    /// A stable name, for symbols and tests.
    public let name: String

    /// A code that is made when it is picked; the suggestion holds none.
    public static let oneTimeCode = Kind(name: "oneTimeCode")
    /// A user name with its password.
    public static let password = Kind(name: "password")
    /// A passkey that answers the controller's AutoFill-assisted request.
    public static let passkey = Kind(name: "passkey")
    /// A password that a provider made for a new account; the suggestion holds it.
    public static let newPassword = Kind(name: "newPassword")
    /// A provider that has to be unlocked, and then shows its list.
    public static let lockedProvider = Kind(name: "lockedProvider")
  }

  enum Way: Hashable, Sendable {
    case token(String)
    case text(String)
  }

  /// What would be filled.
  public let kind: Kind
  /// The first line: the account, the new password or the provider; the service of what has no account.
  public let title: String
  /// The second line: the service.
  public let subtitle: String
  /// The provider that has it.
  public let provider: String
  let way: Way

  init(_ value: SuggestionValue) {
    kind =
      switch value.kind {
      case .oneTimeCode: .oneTimeCode
      case .password: .password
      case .passkey: .passkey
      }
    // A password without a user name goes by its service alone.
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
