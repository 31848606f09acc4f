// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory
import VaultProtocol

/// What the vault has the programs for strangers' files do.
extension ExchangePrograms {
  /// Has a file read.
  ///
  /// - Throws: `fileUnreadable`, with the detail `programFailed`, where the program gave no answer, or none that it could have.
  func read(_ order: ReadingOrder) async throws(VaultFailure) -> ReadingOutcome {
    do {
      let answer = try await run("passfold-import", order.written)
      return try answer.withBytes { (bytes) throws(CredentialExchangeError) in try ReadingOutcome(reading: bytes) }
    } catch {
      throw VaultFailure(.fileUnreadable, detail: "programFailed")
    }
  }

  /// Has a file written.
  ///
  /// - Throws: `fileUnwritable`.
  func write(_ order: WritingOrder) async throws(VaultFailure) -> (file: SharedSecret, findings: [ImportFinding]) {
    let outcome: WritingOutcome
    do {
      let answer = try await run("passfold-export", order.written)
      outcome = try answer.withBytes { (bytes) throws(CredentialExchangeError) in try WritingOutcome(reading: bytes) }
    } catch {
      throw VaultFailure(.fileUnwritable, detail: "programFailed \(order.format)")
    }
    switch outcome {
    case .file(let file, let findings): return (file, findings)
    case .failure(let error): throw VaultFailure(.fileUnwritable, detail: "\(error.code) \(order.format)")
    }
  }
}
