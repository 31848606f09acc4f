// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
package import CredentialProviderHost
import Foundation

/// Exports all accounts to another provider, and imports those of others.
extension CredentialProviderViewController: CredentialExchangeHandling {
  package func prepareInterfaceForCredentialExport() {
    extensionContext.handleRequest { [self] in
      guard let book = AccountBook.open else { throw ASExtensionError(.failed) }
      let manager = ASCredentialExportManager(presentationAnchor: ASPresentationAnchor())
      let options = try await manager.requestExport()
      let account = ASImportableAccount(
        id: Data("demo".utf8), userName: "", email: "", collections: [], items: try book.accounts.map { try $0.importableItem })
      try await manager.exportCredentials(
        ASExportedCredentialData(
          accounts: [account], formatVersion: options.formatVersion, exporterRelyingPartyIdentifier: "demo.example",
          exporterDisplayName: "Demo Provider", timestamp: Date()))
      extensionContext.completeCredentialExportRequest()
    }
  }

  package func continueUserActivity(_ userActivity: CredentialExchangeActivity) {
    extensionContext.handleRequest { [self] in
      guard userActivity.activityType == ASCredentialExchangeActivity, let token = userActivity.userInfo?[ASCredentialImportToken],
        let book = AccountBook.open
      else { throw ASExtensionError(.failed) }
      let data = try await ASCredentialImportManager().importCredentials(token: token)
      let accounts = data.accounts.flatMap(\.items).compactMap(Account.init(importing:))
      let question = PresentableConfirmation(
        title: "Keep what \(userActivity.exporter) hands over?",
        details: [PresentableDetail(label: "Accounts", value: String(accounts.count))], confirmLabel: "Keep")
      guard try await extensionContext.present(question) == .confirmed else { throw ASExtensionError(.userCanceled) }
      try book.take(accounts)
      extensionContext.completeCredentialImportRequest()
      try await book.publish()
    }
  }
}
