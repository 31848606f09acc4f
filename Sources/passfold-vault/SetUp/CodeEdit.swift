// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import FoundationEssentials
import OneTimeCodes
package import SecretMemory
package import VaultProtocol

/// A change of codes that was checked as far as possible without the record.
package struct CodeEdit: Sendable {
  private let edit: VaultCall.EntryEdit
  private let services: ServiceEdit
  private let input: SetupInput?
  private let algorithm: OneTimeCodeAlgorithm?

  /// Creates the change.
  ///
  /// - Throws: `badSetUpLink`, `badService`; `badRequest` when both a previous set-up and a new one are requested, or a number is out of
  ///   range.
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

  /// Applies the change; replaced parameters go to the history.
  ///
  /// - Throws: `badSetUpLink` for parameters that are not compatible, `noSuchHistory`, `wrongKind` for a period of counter-based codes or a
  ///   counter of others.
  package func apply(to record: inout OneTimeCodeRecord, at date: Date) throws(VaultFailure) {
    if let title = edit.title { record.title = title }
    if let user = edit.user { record.account = user }
    try services.apply(to: &record.services)
    if let index = edit.restoreHistory {
      guard record.history.indices.contains(index) else { throw VaultFailure(.noSuchHistory) }
      // The history is a complete record, so it keeps the element.
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
    // A link replaces all parameters; a bare secret only replaces the old secret.
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

  /// Returns whether two forms differ at most in the value of their counters.
  private static func isSameKind(_ left: OneTimeCodeParameters.Form, _ right: OneTimeCodeParameters.Form) -> Bool {
    if case .counterBased = left, case .counterBased = right { return true }
    return left == right
  }
}
