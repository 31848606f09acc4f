// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import OneTimeCodes
import SecretMemory
import WebDomains

/// What makes a record of a file the same as one of the vault's, and in what the two differ: the rules of docs/moving-in.md, kind by kind.
///
/// - A login is the same by its user name and its place; where both name a port, by that too.
/// - A code is the same by its secret, unless it is within a login for another site; where the names do not fit, a person chooses between them.
///   By its names alone a code has another secret.
/// - A passkey is the same by its site, its credential ID and its key, a note by its title and text, a card by its number, an identity by its name.
struct ImportIdentity {
  /// What `ImportDifference.parts` calls the names of one code, and the rules of one address.
  static let (name, rule) = ("name", "rule")

  let vault: CredentialVault

  /// What differs between two records of the same thing; empty where nothing does, and nil where they are not of the same thing.
  ///
  /// - Parameter isAlone: Whether a code of the file is the only one of its secret, in the file and in the vault.
  func differences(between target: ImportTarget, and theirs: ImportedRecord, isAlone: @autoclosure () -> Bool) -> [String]? {
    switch (target.record, theirs.record) {
    case (.password(let own), .password(let theirs)): Self.differences(between: own, and: theirs)
    case (.oneTimeCode(let own), .oneTimeCode(let code)):
      constantTimeEquals(own.parameters.secret, code.parameters.secret)
        ? differences(of: target, own, theirs, code, isAlone: isAlone()) : differences(between: own, and: code)
    case (.passkey(let own), .passkey(let theirs)): constantTimeEquals(own.privateKey, theirs.privateKey) ? [] : nil
    case (.note(let own), .note(let theirs)): constantTimeEquals(own.text, theirs.text) ? [] : nil
    case (.card(let own), .card(let theirs)):
      [
        Self.differ(own.securityCode, theirs.securityCode, target, ImportTarget.securityCodeField) ? "security-code" : nil,
        Self.differ(own.pin, theirs.pin, target, ImportTarget.pinField) ? "pin" : nil,
        Self.differ(own.expires?.kept, theirs.expires?.kept, target, ImportTarget.expiresField) ? "expires" : nil,
      ].compactMap(\.self)
    case (.identity(let own), .identity(let theirs)):
      Self.differ(own.birthday?.kept, theirs.birthday?.kept, target, ImportTarget.birthdayField) ? ["birthday"] : []
    default: nil
    }
  }

  // MARK: Logins

  private static func differences(between own: PasswordRecord, and theirs: PasswordRecord) -> [String]? {
    guard isSameLogin(own, theirs) else { return nil }
    var parts: [String] = []
    // A password that the vault keeps as a former one is older, and makes no difference.
    if theirs.password.byteCount > 0, !own.has(theirs.password) { parts.append("password") }
    let rules = Dictionary(own.services.map { ($0.bare, $0.rule) }) { first, _ in first }
    if theirs.services.contains(where: { $0.hasRuleOfItsOwn && rules[$0.bare, default: $0.rule] != $0.rule }) { parts.append(rule) }
    return parts
  }

  /// Whether two logins of one user name are for one service: they share a place, or one names none and both are called the same.
  private static func isSameLogin(_ own: PasswordRecord, _ theirs: PasswordRecord) -> Bool {
    if own.services.isEmpty || theirs.services.isEmpty { return own.title == theirs.title }
    let places = Dictionary(grouping: own.services.map(ServicePlace.init), by: \.host)
    return theirs.services.map(ServicePlace.init).contains { place in places[place.host]?.contains { $0.mayBe(place) } == true }
  }

  // MARK: Codes

  /// Two codes of one secret.
  private func differences(
    of target: ImportTarget, _ own: OneTimeCodeRecord, _ imported: ImportedRecord, _ theirs: OneTimeCodeRecord,
    isAlone: @autoclosure () -> Bool
  ) -> [String]? {
    let login = login(of: own)
    let makesSame = own.parameters.makesCodes(of: theirs.parameters)
    let isKnown = makesSame || own.history.contains { $0.parameters.isAlike(theirs.parameters) }
    // 1. Both say an issuer and an account, and say the same: one code, wherever it is used.
    let isNamedInFull = [own.issuer ?? "", own.account, theirs.issuer ?? "", theirs.account].allSatisfy { !$0.isEmpty }
    let issuersAgree = Self.agree(own.issuer ?? "", theirs.issuer ?? "", target, ImportTarget.issuerField)
    let accountsAgree = Self.agree(own.account, theirs.account, target, ImportTarget.accountField)
    if isNamedInFull, issuersAgree, accountsAgree { return isKnown ? [] : ["secret"] }
    // 2. Within logins for different sites there are two, however alike.
    if Self.areApart(own, login, theirs) { return nil }
    // 3. What one of them does not say makes no difference. A code that goes by its login's user name says no account, if the rest fits that login.
    let goesByLogin = imported.hasLoginsAccount || login.map { $0.user == own.account } == true
    if issuersAgree, accountsAgree || goesByLogin && Self.fit(own, login, theirs) { return isKnown ? [] : ["secret"] }
    // 4. Else it is one code under another name, unless there are several that names alone tell apart.
    return makesSame && isAlone() ? [Self.name] : nil
  }

  /// Two codes that are called the same, of different secrets.
  private func differences(between own: OneTimeCodeRecord, and theirs: OneTimeCodeRecord) -> [String]? {
    // Codes without any name are told apart by their secrets alone.
    guard !(theirs.account.isEmpty && theirs.issuer == nil), !Self.areApart(own, login(of: own), theirs) else { return nil }
    return own.history.contains { constantTimeEquals($0.parameters.secret, theirs.parameters.secret) } ? [] : ["secret"]
  }

  /// The login that a code of the vault's is within.
  private func login(of code: OneTimeCodeRecord) -> PasswordRecord? {
    guard let id = code.login, case .password(let login)? = try? vault.record(id) else { return nil }
    return login
  }

  /// Whether two codes are within logins of which no site is the other's.
  private static func areApart(_ own: OneTimeCodeRecord, _ login: PasswordRecord?, _ theirs: OneTimeCodeRecord) -> Bool {
    guard let login, theirs.login != nil else { return false }
    let (mine, others) = (sites(own.services + login.services), sites(theirs.services))
    return !mine.isEmpty && !others.isEmpty && mine.isDisjoint(with: others)
  }

  /// Whether a code and one that goes by its login's user name have something in common: a site, what the service is called, or the account,
  /// of which an address may stand for its first half.
  private static func fit(_ own: OneTimeCodeRecord, _ login: PasswordRecord?, _ theirs: OneTimeCodeRecord) -> Bool {
    let (mine, others) = (sites(own.services + (login?.services ?? [])), sites(theirs.services))
    if !mine.isDisjoint(with: others) { return true }
    func names(_ code: OneTimeCodeRecord, _ sites: Set<String>) -> Set<String> {
      Set([code.issuer ?? "", code.title].map { $0.lowercased() } + sites.map { String($0.prefix { $0 != "." }) }).subtracting([""])
    }
    if !names(own, mine).isDisjoint(with: names(theirs, others)) { return true }
    func first(_ account: String) -> Substring { account.lowercased().prefix { $0 != "@" } }
    return first(own.account) == first(theirs.account)
  }

  private static func sites(_ services: [ServiceIdentifier]) -> Set<String> { Set(services.map { ServicePlace(of: $0).site }) }

  // MARK: Values

  /// Whether two names are one, however it is written, or one of them is missing, or a field of the vault's own has the other.
  private static func agree(_ own: String, _ theirs: String, _ target: ImportTarget, _ field: String) -> Bool {
    own.isEmpty || theirs.isEmpty || own.lowercased() == theirs.lowercased()
      || target.hasField(field, of: SharedSecret(copying: theirs.utf8))
  }

  /// Whether both have a value and not the same; one that the vault's own keeps as a field has given way before, and makes no difference.
  private static func differ(_ own: SharedSecret?, _ theirs: SharedSecret?, _ target: ImportTarget, _ field: String) -> Bool {
    guard let own, let theirs else { return false }
    return !constantTimeEquals(own, theirs) && !target.hasField(field, of: theirs)
  }
}

extension OneTimeCodeParameters {
  /// Whether others of the same secret make the same codes; a counter is where each of them has got to.
  func makesCodes(of other: OneTimeCodeParameters) -> Bool {
    guard algorithm == other.algorithm, digits == other.digits else { return false }
    if case .counterBased = form, case .counterBased = other.form { return true }
    return form == other.form
  }

  /// Where a code that counts has got to.
  var counter: UInt64? { if case .counterBased(let counter) = form { counter } else { nil } }

  /// Whether others are of the same secret and make the same codes.
  func isAlike(_ other: OneTimeCodeParameters) -> Bool { constantTimeEquals(secret, other.secret) && makesCodes(of: other) }
}

extension ServiceIdentifier {
  /// The same without its rule.
  var bare: ServiceIdentifier { ServiceIdentifier(kind: kind, text: text) }

  /// Whether it says by what rule it answers: the usual one is what formats without rules have.
  var hasRuleOfItsOwn: Bool { kind != .app && rule != .domain }
}

extension CardMonth {
  /// As a field keeps it.
  var kept: SharedSecret { SharedSecret(copying: description.utf8) }
}

extension CalendarDay {
  /// As a field keeps it.
  var kept: SharedSecret { SharedSecret(copying: description.utf8) }
}
