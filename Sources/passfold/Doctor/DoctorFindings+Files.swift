// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
import VaultProtocol

extension DoctorFacts {
  /// What is wrong with the vault's database, which a closed vault has not looked at yet, and with the copies beside it.
  var ofVaultFiles: [DoctorFinding] {
    var findings: [DoctorFinding] = []
    if vaultFilesExist, files.isDatabaseDamaged, vault?.state != .unreadable {
      findings.append(
        DoctorFinding(
          .vault, .broken, "databaseDamaged", translated("\(folder)/vault.sqlite is no database any more"),
          mend: translated("see which copies there are: passfold vault snapshots; with one of them passfold vault repair mends it")))
    }
    switch files.copies {
    case .missing, .closed: break
    case .open:
      findings.append(
        DoctorFinding(
          .vault, .broken, "copiesFolderOpen", translated("other users may enter the folder of the vault's copies, \(files.copiesFolder)"),
          mend: "chmod 700 '\(files.copiesFolder)'"))
    case .openFile:
      findings.append(
        DoctorFinding(
          .vault, .broken, "copyOpen", translated("a copy of the vault is somebody else's, or other users may read it"),
          mend: translated("look at it: ls -l '\(files.copiesFolder)'; then chmod 600 what is yours")))
    case .foreign:
      findings.append(
        DoctorFinding(
          .vault, .broken, "copiesFolderForeign", translated("\(files.copiesFolder) belongs to somebody else or is no folder"),
          mend: translated("look who made it: ls -ld '\(files.copiesFolder)'; nothing in it was changed")))
    }
    return findings
  }

  /// What the person decided and the broker cannot read, so that it counts for nothing.
  var ofUnreadable: [DoctorFinding] {
    var findings: [DoctorFinding] = []
    if unreadable.contains(.providers) {
      findings.append(
        DoctorFinding(
          .providers, .broken, "decisionsUnreadable",
          translated("what you decided about providers cannot be read, so none that you enabled fills in"),
          mend: FailureWords(CommandFailure.settingsNotSaved(unreadable: true)).hint))
    }
    if unreadable.contains(.browsers) {
      let words = FailureWords(CommandFailure.browsersUnreadable)
      findings.append(DoctorFinding(.browsers, .broken, "browsersUnreadable", words.message, mend: words.hint))
    }
    return findings
  }
}
