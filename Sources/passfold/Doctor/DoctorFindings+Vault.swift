// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
import VaultProtocol

/// What the doctor says of a vault that is not there, or not whole, and of what lies beside it.
extension DoctorFacts {
  /// There are no files of a vault.
  var ofMissingVault: DoctorFinding {
    let copies = surroundings.copyCount
    guard copies > 0 else {
      return DoctorFinding(.vault, .attention, "noVault", translated("there is no vault yet"), mend: "passfold init")
    }
    let words = FailureWords(VaultFailure(.noVault, detail: String(copies)))
    return DoctorFinding(.vault, .attention, "vaultGone", words.message, mend: words.hint)
  }

  /// Keys without a database, or a database without keys, which a vault that does not run has told nobody.
  var ofHalfVault: DoctorFinding? {
    guard surroundings.isHalf else { return nil }
    let words = FailureWords(VaultFailure(.vaultDamaged))
    return DoctorFinding(.vault, .broken, "vaultUnreadable", words.message, mend: words.hint)
  }

  /// Whole copies of the vault that nobody asked for.
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
