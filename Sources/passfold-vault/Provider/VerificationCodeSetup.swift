// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialModel
import CredentialProviderHost
import CredentialVault
import Foundation
import OneTimeCodes
package import SecretMemory

/// Adds the one-time code of a set-up link once the user has chosen where it belongs.
@MainActor
struct VerificationCodeSetup {
  let environment: ProviderEnvironment
  let context: ASCredentialProviderExtensionContext

  func run(link: SharedSecret, services: [ASCredentialServiceIdentifier]) async throws {
    let setup: SetupURL
    do throws(OneTimeCodesError) {
      setup = try link.withBytes { (bytes) throws(OneTimeCodesError) in try SetupURL(parsing: bytes) }
    } catch {
      try await context.present(ProviderTexts.badLink(error, algorithm: LinkAlgorithm.name(in: link)))
      throw ASExtensionError(
        .failed, userInfo: [CredentialProviderCancellation.reasonKey: "setup." + error.code.description])
    }
    let gate = VaultGate(session: environment.session, context: context)
    let purpose = PromptPurpose.setUpCode(service: setup.label ?? setup.issuer ?? setup.account)
    let vault = try await gate.openVault(for: purpose)
    let plan = VerificationCodePlan(setup: setup, page: services.first?.identifier, summaries: try vault.summaries())
    guard case .chosen(let row) = try await context.present(plan.question) else { throw ASExtensionError(.userCanceled) }

    var generator = environment.makeGenerator()
    let record = plan.record(id: .random(using: &generator), candidate: plan.candidate(ofRow: row), at: environment.now())
    // The vault may have locked itself while the question was open.
    try await gate.openVault(for: purpose).add(.oneTimeCode(record))
    await environment.session.recordsChanged()
    let isKept = try await PendingCodeQuestion(environment: environment, context: context, record: record).askAfterSetUp()
    guard isKept else { throw ASExtensionError(.userCanceled) }
    context.completeVerificationCodeSetupRequest(service: plan.serviceName, account: record.account)
  }
}

/// The name of the algorithm in a link that was refused because of it.
package enum LinkAlgorithm {
  /// Returns the value of `algorithm=` in the link; nil unless it is 1 to 20 ASCII letters, digits and hyphens.
  package static func name(in link: SharedSecret) -> String? {
    link.withBytes { bytes in
      for piece in bytes.split(whereSeparator: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "&") }) {
        let name = piece.prefix { $0 != UInt8(ascii: "=") }
        guard String(decoding: name, as: UTF8.self).lowercased() == "algorithm" else { continue }
        let value = piece[name.endIndex...].dropFirst()
        guard (1...20).contains(value.count), value.allSatisfy(isPlain) else { return nil }
        return String(decoding: value, as: UTF8.self)
      }
      return nil
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
