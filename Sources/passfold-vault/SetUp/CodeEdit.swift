// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import FoundationEssentials
import OneTimeCodes
package import SecretMemory
package import VaultProtocol

/// A change of codes that was checked as far as it can be without the record.
package struct CodeEdit: Sendable {
  private let edit: VaultCall.EntryEdit
  private let services: ServiceEdit
  private let input: SetupInput?
  private let algorithm: OneTimeCodeAlgorithm?

  /// Reads the change.
  ///
  /// - Throws: `badSetUpLink`, `badService`; `badRequest` when a former set-up and a new one are both wanted, or a number is out of range.
  package init(_ edit: VaultCall.EntryEdit, secret: SharedSecret?) throws(VaultFailure) {
    self.edit = edit
    services = try ServiceEdit(edit)
    do throws(OneTimeCodesError) {
      input = try secret.map { secret throws(OneTimeCodesError) in
        try secret.withBytes { (bytes) throws(OneTimeCodesError) in try SetupInput(parsing: bytes) }
      }
    } catch {
      throw VaultFailure(error)
    }
    algorithm = edit.algorithm.flatMap { OneTimeCodeAlgorithm(rawValue: $0.uppercased()) }
    if edit.algorithm != nil, algorithm == nil { throw VaultFailure(.badSetUpLink, detail: "unknownAlgorithm") }
    let changesSetUp = secret != nil || edit.digits != nil || edit.period != nil || edit.algorithm != nil || edit.counter != nil
    guard edit.restoreHistory == nil || !changesSetUp, edit.period.map({ $0 > 0 }) ?? true else { throw VaultFailure(.badRequest) }
  }

  /// Applies the change; parameters that it takes away go to the history.
  ///
  /// - Throws: `badSetUpLink` for parameters that do not go together, `noSuchHistory`, `wrongKind` for a period of counter-based codes or a
  ///   counter of others.
  package func apply(to record: inout OneTimeCodeRecord, at date: Date) throws(VaultFailure) {
    if let title = edit.title { record.title = title }
    if let user = edit.user { record.account = user }
    try services.apply(to: &record.services)
    if let index = edit.restoreHistory {
      guard record.history.indices.contains(index) else { throw VaultFailure(.noSuchHistory) }
      // The history tells what was, so it keeps the element.
      return record.retireParameters(for: record.history[index].parameters, at: date)
    }
    let old = record.parameters
    let new = try parameters(instead: old)
    if !constantTimeEquals(old.secret, new.secret) || old.algorithm != new.algorithm || old.digits != new.digits
      || !Self.isSameKind(old.form, new.form)
    {
      record.retireParameters(for: new, at: date)
    } else {
      record.parameters = new
    }
  }

  private func parameters(instead old: OneTimeCodeParameters) throws(VaultFailure) -> OneTimeCodeParameters {
    // A link brings everything; a bare secret takes the place of the old one only.
    var base = old
    var secret = old.secret
    switch input {
    case .url(let link): (base, secret) = (link.parameters, link.parameters.secret)
    case .secret(let parameters): secret = parameters.secret
    case nil: break
    }
    var form = base.form
    if let period = edit.period {
      guard case .timeBased = form else { throw VaultFailure(.wrongKind) }
      form = .timeBased(period: .seconds(period))
    }
    if let counter = edit.counter {
      guard case .counterBased = form else { throw VaultFailure(.wrongKind) }
      form = .counterBased(counter: counter)
    }
    do throws(OneTimeCodesError) {
      return try OneTimeCodeParameters(
        secret: secret, algorithm: algorithm ?? base.algorithm, digits: edit.digits ?? base.digits, form: form)
    } catch {
      throw VaultFailure(error)
    }
  }

  /// Whether two forms differ at most in how far they have counted.
  private static func isSameKind(_ left: OneTimeCodeParameters.Form, _ right: OneTimeCodeParameters.Form) -> Bool {
    if case .counterBased = left, case .counterBased = right { return true }
    return left == right
  }
}
