// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import CredentialVault
import FoundationEssentials
import SecretMemory
import WebDomains

/// Everything outside the trash as entries for another program. A login with its codes and passkeys is one entry.
struct ExportedItems {
  private(set) var items: [ExchangedItem] = []
  /// Findings about data that is not in `items`, because it cannot be read or has not arrived from another device yet.
  private(set) var findings: [ImportFinding] = []

  private struct Whole {
    let record: CredentialRecord
    let annotations: RecordAnnotations
    let files: [ExchangedAttachment]

    /// Whether it has no additions, which would need a separate entry.
    var isBare: Bool {
      files.isEmpty && !annotations.isFavourite && annotations.tags.isEmpty && annotations.note == nil && annotations.fields.isEmpty
    }
  }

  /// Opens every record. A damaged record is left out and reported.
  init(_ vault: CredentialVault) throws(CredentialVaultError) {
    var wholes: [Whole] = []
    for summary in try vault.summaries() {
      let whole: (record: CredentialRecord, annotations: RecordAnnotations, attachments: [RecordAttachment])
      do throws(CredentialVaultError) {
        whole = try vault.everything(of: summary.id)
      } catch {
        guard Self.isOfOneAlone(error) else { throw error }
        tell(.damaged, summary.title)
        continue
      }
      let files = try files(whole.attachments, of: summary, in: vault)
      wholes.append(Whole(record: whole.record, annotations: whole.annotations, files: files))
    }
    var codes: [RecordIdentifier: [Whole]] = [:]
    var passkeys: [String: [Whole]] = [:]
    var alone: [Whole] = []
    let logins = Set(wholes.compactMap { if case .password(let login) = $0.record { login.id } else { nil } })
    for whole in wholes {
      switch whole.record {
      case .oneTimeCode(let code):
        if let login = code.login, logins.contains(login), whole.isBare {
          codes[login, default: []].append(whole)
        } else {
          alone.append(whole)
        }
      case .passkey(let passkey) where whole.isBare: passkeys[passkey.userName, default: []].append(whole)
      case .password: break
      case .passkey, .note, .card, .identity: alone.append(whole)
      }
    }
    for whole in wholes {
      guard case .password(let login) = whole.record else { continue }
      var parts = [whole] + (codes[login.id] ?? [])
      let own = (passkeys[login.user] ?? []).filter { Self.isOf(login, $0.record) }
      parts += own
      if !own.isEmpty { passkeys[login.user]?.removeAll { passkey in own.contains { $0.record.id == passkey.record.id } } }
      items.append(Self.item(parts))
    }
    alone += passkeys.sorted { $0.key < $1.key }.flatMap(\.value)
    items += alone.map { Self.item([$0]) }
  }

  private mutating func tell(_ reason: ImportFinding.Reason, _ title: String, file: String = "") {
    findings.append(ImportFinding(reason, at: ImportFinding.Place(title: title, path: file), outcome: .leftOut))
  }

  /// Whether an error concerns only one record or file.
  private static func isOfOneAlone(_ error: CredentialVaultError) -> Bool {
    [
      .recordDamaged, .recordTooNew, .recordOutdated, .noSuchRecord, .noSuchAttachment, .attachmentDamaged, .attachmentAwaited,
      .attachmentRefused, .attachmentIncomplete,
    ].contains(error.code)
  }

  /// Returns the files of a record. A file that is damaged or has not arrived from another device yet is left out and reported.
  private mutating func files(
    _ attachments: [RecordAttachment], of summary: CredentialSummary, in vault: CredentialVault
  ) throws(CredentialVaultError) -> [ExchangedAttachment] {
    var files: [ExchangedAttachment] = []
    for attachment in attachments {
      do throws(CredentialVaultError) {
        files.append(try Self.file(attachment, of: summary.id, in: vault))
      } catch {
        guard Self.isOfOneAlone(error) else { throw error }
        tell(error.code == .attachmentAwaited ? .attachmentMissing : .damaged, summary.title, file: attachment.name)
      }
    }
    return files
  }

  private static func file(
    _ attachment: RecordAttachment, of id: RecordIdentifier, in vault: CredentialVault
  ) throws(CredentialVaultError) -> ExchangedAttachment {
    var reading = try vault.readAttachment(named: attachment.name, of: id)
    var content = SecretBytes(byteCount: attachment.byteCount)
    var filled = 0
    while let part = try vault.next(of: &reading) {
      guard part.byteCount <= attachment.byteCount - filled else { throw CredentialVaultError(.attachmentDamaged) }
      content.withMutableBytes { target in
        part.withBytes { UnsafeMutableRawBufferPointer(rebasing: target[filled..<filled + $0.count]).copyMemory(from: $0) }
      }
      filled += part.byteCount
    }
    guard filled == attachment.byteCount else { throw CredentialVaultError(.attachmentDamaged) }
    return ExchangedAttachment(
      name: attachment.name, mediaType: attachment.mediaType, added: attachment.added, content: SharedSecret(content))
  }

  /// Whether a record is a passkey for a service of a login.
  private static func isOf(_ login: PasswordRecord, _ record: CredentialRecord) -> Bool {
    guard case .passkey(let passkey) = record else { return false }
    return login.services.contains { service in
      guard let host = service.keptAddress?.address.host.domainName else { return false }
      return host == passkey.relyingPartyID || host.hasSuffix("." + passkey.relyingPartyID) || passkey.relyingPartyID.hasSuffix("." + host)
    }
  }

  private static func item(_ wholes: [Whole]) -> ExchangedItem {
    var item = ExchangedItem(title: "", parts: wholes.map { part($0.record) })
    if let first = wholes.first {
      item.title = first.record.summary.title
      item.annotations = first.annotations
      item.attachments = first.files
      if case .passkey = first.record,
        let index = item.annotations.fields.firstIndex(where: { $0.name == ImportedRecords.titleField && !$0.isHidden })
      {
        item.title = item.annotations.fields.remove(at: index).value.withBytes { String(decoding: $0, as: UTF8.self) }
      }
    }
    return item
  }

  private static func part(_ record: CredentialRecord) -> ExchangedPart {
    switch record {
    case .password(let login):
      .login(
        ExchangedLogin(
          services: login.services, user: login.user, password: login.password.byteCount > 0 ? login.password : nil, history: login.history)
      )
    case .oneTimeCode(let code):
      .oneTimeCode(
        ExchangedCode(
          services: code.services, issuer: code.issuer, account: code.account, parameters: code.parameters, added: code.added,
          pendingSince: code.pending?.since, history: code.history))
    case .passkey(let key):
      .passkey(
        ExchangedPasskey(
          relyingPartyID: key.relyingPartyID, userHandle: key.userHandle, userName: key.userName, displayName: key.displayName,
          credentialID: key.credentialID, algorithm: key.algorithm, privateKey: key.privateKey, backupEligible: key.backupEligible,
          backupState: key.backupState, created: key.created, protection: key.protection, pseudoRandomFunction: key.pseudoRandomFunction,
          largeBlob: key.largeBlob))
    case .note(let note): .note(ExchangedNote(text: note.text, history: note.history))
    case .card(let card):
      .card(
        ExchangedCard(
          holder: card.holder, bank: card.bank, number: card.number.byteCount > 0 ? card.number : nil, securityCode: card.securityCode,
          pin: card.pin, expires: card.expires, validFrom: card.validFrom))
    case .identity(let person):
      .person(
        ExchangedPerson(
          givenName: person.givenName, familyName: person.familyName, organisation: person.organisation, birthday: person.birthday,
          emails: person.emails, phones: person.phones, addresses: person.addresses, documents: person.documents))
    }
  }
}
