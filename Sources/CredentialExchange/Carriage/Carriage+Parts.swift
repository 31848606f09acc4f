// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import OneTimeCodes
import SecretMemory
import WebDomains

extension CarriageWriter {
  mutating func part(_ part: ExchangedPart) {
    switch part {
    case .login(let login):
      number(1)
      list(login.services) { $0.service($1) }
      text(login.user)
      optional(login.password) { $0.secret($1) }
      list(login.history) { writer, former in
        writer.secret(former.password)
        writer.date(former.retired)
      }
    case .oneTimeCode(let code):
      number(2)
      list(code.services) { $0.service($1) }
      optional(code.issuer) { $0.text($1) }
      text(code.account)
      optional(code.name) { $0.text($1) }
      parameters(code.parameters)
      optional(code.added) { $0.date($1) }
      optional(code.pendingSince) { $0.date($1) }
      list(code.history) { writer, former in
        writer.parameters(former.parameters)
        writer.date(former.retired)
      }
    case .passkey(let key):
      number(3)
      passkey(key)
    case .note(let note):
      number(4)
      secret(note.text)
      list(note.history) { writer, former in
        writer.secret(former.text)
        writer.date(former.retired)
      }
    case .card(let card):
      number(5)
      text(card.holder)
      text(card.bank)
      for value in [card.number, card.securityCode, card.pin] { optional(value) { $0.secret($1) } }
      for month in [card.expires, card.validFrom] { optional(month) { $0.text($1.description) } }
    case .person(let person):
      number(6)
      for name in [person.givenName, person.familyName, person.organisation] { text(name) }
      optional(person.birthday) { $0.text($1.description) }
      for texts in [person.emails, person.phones, person.addresses] {
        list(texts) { writer, labelled in
          writer.text(labelled.label)
          writer.text(labelled.text)
        }
      }
      list(person.documents) { writer, document in
        writer.text(document.label)
        writer.secret(document.number)
      }
    }
  }

  private mutating func passkey(_ key: ExchangedPasskey) {
    text(key.relyingPartyID)
    optional(key.relyingPartyName) { $0.text($1) }
    bytes(key.userHandle)
    text(key.userName)
    text(key.displayName)
    bytes(key.credentialID)
    integer(key.algorithm)
    secret(key.privateKey)
    number(UInt64(key.signatureCount))
    for flag in [key.backupEligible, key.backupState] { optional(flag) { $0.boolean($1) } }
    optional(key.created) { $0.date($1) }
    integer(key.protection)
    optional(key.pseudoRandomFunction) { writer, keys in
      writer.secret(keys.withUserVerification)
      writer.secret(keys.withoutUserVerification)
    }
    optional(key.largeBlob) { $0.secret($1) }
  }

  private mutating func service(_ service: ServiceIdentifier) {
    text(service.kind.rawValue)
    text(service.text)
    text(service.rule.rawValue)
  }

  private mutating func parameters(_ parameters: OneTimeCodeParameters) {
    secret(parameters.secret)
    text(parameters.algorithm.rawValue)
    integer(parameters.digits)
    switch parameters.form {
    case .timeBased(let period):
      number(1)
      integer(Int(period.components.seconds))
    case .counterBased(let counter):
      number(2)
      number(counter)
    case .steam: number(3)
    }
  }
}

extension CarriageReader {
  mutating func part() throws(CredentialExchangeError) -> ExchangedPart {
    switch try number() {
    case 1:
      return .login(
        ExchangedLogin(
          services: try list { (reader) throws(CredentialExchangeError) in try reader.service() }, user: try text(),
          password: try optionalSecret(),
          history: try list { (reader) throws(CredentialExchangeError) in
            RetiredPassword(password: try reader.secret(), retired: try reader.date())
          }))
    case 2:
      return .oneTimeCode(
        ExchangedCode(
          services: try list { (reader) throws(CredentialExchangeError) in try reader.service() },
          issuer: try optional { (reader) throws(CredentialExchangeError) in try reader.text() }, account: try text(),
          name: try optional { (reader) throws(CredentialExchangeError) in try reader.text() }, parameters: try parameters(),
          added: try optional { (reader) throws(CredentialExchangeError) in try reader.date() },
          pendingSince: try optional { (reader) throws(CredentialExchangeError) in try reader.date() },
          history: try list { (reader) throws(CredentialExchangeError) in
            RetiredParameters(parameters: try reader.parameters(), retired: try reader.date())
          }))
    case 3: return .passkey(try passkey())
    case 4:
      return .note(
        ExchangedNote(
          text: try secret(),
          history: try list { (reader) throws(CredentialExchangeError) in
            RetiredText(text: try reader.secret(), retired: try reader.date())
          }))
    case 5:
      return .card(
        ExchangedCard(
          holder: try text(), bank: try text(), number: try optionalSecret(), securityCode: try optionalSecret(), pin: try optionalSecret(),
          expires: try readable(CardMonth.init), validFrom: try readable(CardMonth.init)))
    case 6:
      return .person(
        ExchangedPerson(
          givenName: try text(), familyName: try text(), organisation: try text(), birthday: try readable(CalendarDay.init),
          emails: try labelled(), phones: try labelled(), addresses: try labelled(),
          documents: try list { (reader) throws(CredentialExchangeError) in
            PersonRecord.Document(label: try reader.text(), number: try reader.secret())
          }))
    default: throw malformed
    }
  }

  private mutating func passkey() throws(CredentialExchangeError) -> ExchangedPasskey {
    ExchangedPasskey(
      relyingPartyID: try text(), relyingPartyName: try optional { (reader) throws(CredentialExchangeError) in try reader.text() },
      userHandle: try bytes(), userName: try text(), displayName: try text(), credentialID: try bytes(), algorithm: try integer(),
      privateKey: try secret(), signatureCount: try readable(UInt32.init(exactly:), of: try number()),
      backupEligible: try optional { (reader) throws(CredentialExchangeError) in try reader.boolean() },
      backupState: try optional { (reader) throws(CredentialExchangeError) in try reader.boolean() },
      created: try optional { (reader) throws(CredentialExchangeError) in try reader.date() }, protection: try integer(),
      pseudoRandomFunction: try optional { (reader) throws(CredentialExchangeError) in
        PasskeyPRFKeys(withUserVerification: try reader.secret(), withoutUserVerification: try reader.secret())
      }, largeBlob: try optionalSecret())
  }

  private mutating func service() throws(CredentialExchangeError) -> ServiceIdentifier {
    let kind = try readable(ServiceIdentifier.Kind.init(rawValue:), of: try text())
    let text = try text()
    return ServiceIdentifier(kind: kind, text: text, rule: try readable(MatchRule.init(rawValue:), of: try self.text()))
  }

  private mutating func parameters() throws(CredentialExchangeError) -> OneTimeCodeParameters {
    let secret = try secret()
    let algorithm = try readable(OneTimeCodeAlgorithm.init(rawValue:), of: try text())
    let digits = try integer()
    let form: OneTimeCodeParameters.Form =
      switch try number() {
      case 1: .timeBased(period: .seconds(try integer()))
      case 2: .counterBased(counter: try number())
      case 3: .steam
      default: throw malformed
      }
    do {
      return try OneTimeCodeParameters(secret: secret, algorithm: algorithm, digits: digits, form: form)
    } catch {
      throw malformed
    }
  }

  private mutating func labelled() throws(CredentialExchangeError) -> [PersonRecord.Labelled] {
    try list { (reader) throws(CredentialExchangeError) in PersonRecord.Labelled(label: try reader.text(), text: try reader.text()) }
  }

  private mutating func optionalSecret() throws(CredentialExchangeError) -> SharedSecret? {
    try optional { (reader) throws(CredentialExchangeError) in try reader.secret() }
  }

  private mutating func readable<Value>(_ read: (String) -> Value?) throws(CredentialExchangeError) -> Value? {
    try optional { (reader) throws(CredentialExchangeError) in try reader.readable(read, of: try reader.text()) }
  }

  private func readable<Source, Value>(_ read: (Source) -> Value?, of source: Source) throws(CredentialExchangeError) -> Value {
    guard let value = read(source) else { throw malformed }
    return value
  }
}
