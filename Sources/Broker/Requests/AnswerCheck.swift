// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import SecretMemory

/// A provider's answer after verifying that it matches the request.
enum CheckedAnswer: Sendable {
  case oneTimeCode(String)
  case password(user: String, password: String)
  case assertion(ProviderAssertion, PreparedPasskeyAssertion)
  case registration(ProviderRegistration, PreparedPasskeyRegistration)
  case setUp(service: String, account: String)
  case saved
  /// New passwords, each with Apple's name for its kind.
  case generated([(kind: String, password: String)])
  case text(String)
  case configured
  /// A provider's data was handed over, or stored by the other.
  case exchanged
}

/// The members of an assertion that the client's answer needs.
struct ProviderAssertion: Sendable {
  var credentialID: [UInt8]
  var authenticatorData: [UInt8]
  var signature: [UInt8]
  var userHandle: [UInt8]
  var extensions: ProviderExtensions
}

/// The members of a new passkey that the client's answer needs.
struct ProviderRegistration: Sendable {
  var credentialID: [UInt8]
  var attestationObject: [UInt8]
  var extensions: ProviderExtensions
}

/// The reason that an entry's content cannot be filled into a field. It is not a fault of the provider, which passes on what the user has
/// stored.
enum UnfillableContent: String, Error {
  /// The content is empty.
  case empty
  /// A single-line field drops line breaks, so it would contain another text.
  case lineBreak
  case controlCharacter
  /// The password, code or text is too long.
  case tooLong
  case userTooLong
  /// The code contains invalid characters.
  case notACode
}

/// Compares a provider's answer with the request: type, relying party, hash and credential (security design, rule D3). Also checks whether
/// the content can be filled into a field.
enum AnswerCheck {
  /// The maximum length of a user name in bytes.
  static let userLimit = 1024
  /// The maximum length of a password in bytes.
  static let passwordLimit = 4096
  /// The maximum length of a text to insert, in bytes.
  static let textLimit = 32 * 1024
  /// The maximum number of new passwords offered together.
  static let generatedLimit = 16

  /// Checks one answer.
  ///
  /// - Returns: nil if it does not answer this request, which is the provider's fault.
  /// - Throws: The reason that the content of the answer cannot be filled in.
  static func check(
    _ result: ProviderResult, secret: SharedSecret?, against subject: ProviderQuestion.Subject
  ) throws(UnfillableContent) -> CheckedAnswer? {
    switch (subject, result) {
    case (.codeFromList, .oneTimeCode):
      return try code(secret)
    case (.credential(let request), .oneTimeCode) where request.type == .oneTimeCode:
      return try code(secret)
    case (.signInFromList, .password(let user)):
      return try password(user, secret)
    case (.credential(let request), .password(let user)) where request.type == .password:
      return try password(user, secret)
    case (
      .assertion(let request, let prepared),
      .passkeyAssertion(let handle, let relyingParty, let signature, let hash, let data, let credentialID, let outputs)
    ):
      guard relyingParty == request.identity.relyingPartyIdentifier, hash == request.clientDataHash,
        credentialID == request.identity.credentialID, let extensions = ProviderExtensions(outputs, secret: secret)
      else { return nil }
      return assertion([UInt8](handle), [UInt8](signature), [UInt8](data), [UInt8](credentialID), extensions, answering: prepared)
    case (
      .signInFromList(_, let prepared?),
      .passkeyAssertion(let handle, let relyingParty, let signature, let hash, let data, let credentialID, let outputs)
    ):
      let parameters = prepared.parameters
      guard relyingParty == parameters.relyingPartyIdentifier, hash == parameters.clientDataHash,
        parameters.allowedCredentials.isEmpty || parameters.allowedCredentials.contains(credentialID),
        let extensions = ProviderExtensions(outputs, secret: secret)
      else { return nil }
      return assertion([UInt8](handle), [UInt8](signature), [UInt8](data), [UInt8](credentialID), extensions, answering: prepared)
    case (
      .registration(let prepared), .passkeyRegistration(let relyingParty, let hash, let credentialID, let attestationObject, let outputs)
    ):
      let request = prepared.request
      guard relyingParty == request.identity.relyingPartyIdentifier, hash == request.clientDataHash,
        (1...1023).contains(credentialID.count), (1...65_536).contains(attestationObject.count),
        let extensions = ProviderExtensions(outputs, secret: secret)
      else { return nil }
      let registration = ProviderRegistration(
        credentialID: [UInt8](credentialID), attestationObject: [UInt8](attestationObject), extensions: extensions)
      return .registration(registration, prepared)
    case (.codeSetUp, .verificationCodeSetup(let service, let account)):
      return .setUp(service: DisplayText.line(service), account: DisplayText.line(account))
    case (.configuration, .configured):
      return .configured
    case (.credentialExport, .credentialsExported), (.credentialImport, .credentialsImported):
      return .exchanged
    case (.savedPassword, .passwordSaved):
      return .saved
    case (.newPasswords, .generatedPasswords(let passwords)):
      return generated(passwords, secret)
    case (.text, .textToInsert):
      return try text(secret, limit: textLimit).map(CheckedAnswer.text)
    default:
      return nil
    }
  }

  /// Splits the secret part into passwords, each with its stated length, and nothing left over.
  private static func generated(_ passwords: [GeneratedPasswordValue], _ secret: SharedSecret?) -> CheckedAnswer? {
    guard let secret, (1...generatedLimit).contains(passwords.count), passwords.allSatisfy({ (1...passwordLimit).contains($0.byteCount) }),
      passwords.reduce(0, { $0 + $1.byteCount }) == secret.byteCount
    else { return nil }
    var rest = secret.withBytes { Array($0) }[...]
    var generated: [(kind: String, password: String)] = []
    for value in passwords {
      guard let password = String(validating: rest.prefix(value.byteCount), as: UTF8.self),
        !password.unicodeScalars.contains(where: isControl)
      else { return nil }
      generated.append((DisplayText.line(value.kind), password))
      rest = rest.dropFirst(value.byteCount)
    }
    return .generated(generated)
  }

  /// Checks a code of 1 to 64 printable ASCII characters; providers may offer other forms than digits.
  private static func code(_ secret: SharedSecret?) throws(UnfillableContent) -> CheckedAnswer? {
    guard let text = try text(secret, limit: passwordLimit) else { return nil }
    guard text.utf8.count <= 64, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .notACode }
    return .oneTimeCode(text)
  }

  /// Checks a password. A tab is allowed: it works in a single-line field like any other character.
  private static func password(_ user: String, _ secret: SharedSecret?) throws(UnfillableContent) -> CheckedAnswer? {
    guard user.utf8.count <= userLimit else { throw .userTooLong }
    guard let text = try text(secret, limit: passwordLimit) else { return nil }
    guard !text.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\r" }) else { throw .lineBreak }
    guard !text.unicodeScalars.contains(where: { isControl($0) && $0 != "\t" }) else { throw .controlCharacter }
    return .password(user: user, password: text)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x20 || scalar.value == 0x7F }

  /// Checks an assertion, no member of which may be longer than an authenticator creates.
  private static func assertion(
    _ handle: [UInt8], _ signature: [UInt8], _ data: [UInt8], _ credentialID: [UInt8], _ extensions: ProviderExtensions,
    answering prepared: PreparedPasskeyAssertion
  ) -> CheckedAnswer? {
    guard handle.count <= 64, (1...1024).contains(signature.count), (37...8192).contains(data.count) else { return nil }
    return .assertion(
      ProviderAssertion(
        credentialID: credentialID, authenticatorData: data, signature: signature, userHandle: handle, extensions: extensions), prepared)
  }

  /// Returns the text for a page's field, where secret memory ends.
  private static func text(_ secret: SharedSecret?, limit: Int) throws(UnfillableContent) -> String? {
    guard let secret, secret.byteCount > 0 else { throw .empty }
    guard secret.byteCount <= limit else { throw .tooLong }
    return secret.withBytes { String(validating: $0, as: UTF8.self) }
  }
}
