// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
import VaultProtocol

extension DoctorFacts {
  /// The problems with the vault's database, which a closed vault has not checked yet, and with its snapshots.
  var ofVaultFiles: [DoctorFinding] {
    var findings: [DoctorFinding] = []
    if vaultFilesExist, files.isDatabaseDamaged, vault?.state != .unreadable {
      findings.append(
        DoctorFinding(
          .vault, .broken, "databaseDamaged", translated("\(folder)/vault.sqlite is no longer a database"),
          mend: translated("list the snapshots: passfold vault snapshots; passfold vault repair then repairs the database from one of them")
        ))
    }
    switch files.copies {
    case .missing, .closed: break
    case .open:
      findings.append(
        DoctorFinding(
          .vault, .broken, "copiesFolderOpen",
          translated("other users can enter the folder of the vault's snapshots, \(files.copiesFolder)"),
          mend: "chmod 700 '\(files.copiesFolder)'"))
    case .openFile:
      findings.append(
        DoctorFinding(
          .vault, .broken, "copyOpen", translated("a snapshot of the vault belongs to another user, or other users can read it"),
          mend: translated("check it: ls -l '\(files.copiesFolder)'; then run chmod 600 on the files that are yours")))
    case .foreign:
      findings.append(
        DoctorFinding(
          .vault, .broken, "copiesFolderForeign", translated("\(files.copiesFolder) belongs to another user, or is not a folder"),
          mend: translated("check who created it: ls -ld '\(files.copiesFolder)'; nothing in it was changed")))
    }
    return findings
  }

  /// The user's decisions that the broker cannot read and therefore ignores.
  var ofUnreadable: [DoctorFinding] {
    var findings: [DoctorFinding] = []
    if unreadable.contains(.providers) {
      findings.append(
        DoctorFinding(
          .providers, .broken, "decisionsUnreadable",
          translated("your decisions about providers cannot be read, so none of the providers you enabled fills in"),
          mend: FailureWords(CommandFailure.settingsNotSaved(unreadable: true)).hint))
    }
    if unreadable.contains(.browsers) {
      let words = FailureWords(CommandFailure.browsersUnreadable)
      findings.append(DoctorFinding(.browsers, .broken, "browsersUnreadable", words.message, mend: words.hint))
    }
    return findings
  }
}
