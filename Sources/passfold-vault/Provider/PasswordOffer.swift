// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialProviderHost
import Foundation
import PasswordRules
import SecretMemory

/// Generates passwords for a new account; this needs nothing from the vault, which may be locked (Apple:
/// `performWithoutUserInteraction(generatePasswordsRequest:)`, `prepareInterface(for:)`).
@MainActor
struct PasswordOffer {
  private static let othersRow = "others"

  let environment: ProviderEnvironment
  let context: ASCredentialProviderExtensionContext

  /// Completes with a password of each kind that the service's rules allow, the strongest first.
  func runWithoutInterface(_ request: ASGeneratePasswordsRequest) async throws {
    await context.completeGeneratePasswordRequest(results: try passwords(for: request))
  }

  /// Completes with the password that the user picks; they may ask for others.
  func runWithInterface(_ request: ASGeneratePasswordsRequest) async throws {
    while true {
      let passwords = try passwords(for: request)
      let rows = passwords.enumerated().map { number, password in
        PresentableRow(id: String(number), title: password.value, subtitle: password.localizedName, matches: true)
      }
      let list = PresentableList(
        title: ProviderTexts.newPasswordTitle, message: ProviderTexts.newPassword,
        rows: rows + [PresentableRow(id: Self.othersRow, title: ProviderTexts.otherPasswords, matches: true)], isSearchable: false)
      guard case .chosen(let row) = try await context.present(list) else { throw ASExtensionError(.userCanceled) }
      if row == Self.othersRow { continue }
      guard let number = Int(row), passwords.indices.contains(number) else { throw ASExtensionError(.userCanceled) }
      await context.completeGeneratePasswordRequest(results: [passwords[number]])
      return
    }
  }

  private func passwords(for request: ASGeneratePasswordsRequest) throws -> [ASGeneratedPassword] {
    var generator = environment.makeGenerator()
    for rules in Self.rules(of: request) {
      let maker = PasswordGenerator(rules: rules)
      let offer: [(ASGeneratedPassword.Kind, SharedSecret?)] = [
        (.strong, maker.generateStrong(using: &generator)), (.passphrase, maker.generatePassphrase(using: &generator)),
        (.alphanumeric, maker.generateAlphanumeric(using: &generator)),
      ]
      let made = offer.compactMap { kind, password in
        password.map { ASGeneratedPassword(kind: kind, value: $0.withBytes { String(decoding: $0, as: UTF8.self) }) }
      }
      if !made.isEmpty { return made }
    }
    throw ASExtensionError(.failed, userInfo: [CredentialProviderCancellation.reasonKey: "passwordRules"])
  }

  /// Returns the rules to follow, the best first: those of both fields, which may contradict each other, those of only the password field,
  /// and the known rules of the service if the page has no readable ones.
  static func rules(of request: ASGeneratePasswordsRequest) -> [PasswordRules] {
    func read(_ text: String?) -> PasswordRules? {
      let rules = text.flatMap { try? PasswordRules(parsing: $0) }
      return rules == PasswordRules() ? nil : rules
    }
    let field = read(request.passwordFieldPasswordRules)
    let confirm = read(request.confirmPasswordFieldPasswordRules)
    switch (field, confirm) {
    case (let field?, let confirm?): return [field.merged(with: confirm), field]
    case (let rules?, nil), (nil, let rules?): return [rules]
    case (nil, nil): return [read(request.passwordRulesFromQuirks) ?? PasswordRules()]
    }
  }
}
