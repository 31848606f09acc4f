// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
import VaultProtocol

/// The findings about a vault that is missing or incomplete, and about the files next to it.
extension DoctorFacts {
  /// There are no vault files.
  var ofMissingVault: DoctorFinding {
    let copies = surroundings.copyCount
    guard copies > 0 else {
      return DoctorFinding(.vault, .attention, "noVault", translated("there is no vault yet"), mend: "passfold init")
    }
    let words = FailureWords(VaultFailure(.noVault, detail: String(copies)))
    return DoctorFinding(.vault, .attention, "vaultGone", words.message, mend: words.hint)
  }

  /// Keys without a database, or a database without keys, which a vault that is not running cannot report.
  var ofHalfVault: DoctorFinding? {
    guard surroundings.isHalf else { return nil }
    let words = FailureWords(VaultFailure(.vaultDamaged))
    return DoctorFinding(.vault, .broken, "vaultUnreadable", words.message, mend: words.hint)
  }

  /// Leftover complete copies of the vault.
  var ofLeftovers: [DoctorFinding] {
    surroundings.leftovers.map { name in
      let name = Presenter.printable(name)
      return DoctorFinding(
        .vault, .attention, "vaultLeftover",
        translated("\(name), next to the vault's folder, is left over from a restore or repair that was interrupted"),
        mend: translated("passfold unlock removes it; if it stays, check it and remove it yourself"))
    }
  }
}
