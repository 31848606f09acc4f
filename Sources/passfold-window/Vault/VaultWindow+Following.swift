// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import VaultProtocol

/// Keeps the page up to date with changes from a browser, another device or the command.
extension VaultWindow {
  /// The time in seconds between two refreshes of an entry: each counts towards the releases per minute that the vault allows without
  /// asking.
  private static let pause = 10.0

  /// Updates the entry's page; a page on which the user is looking at a secret waits until it is hidden, and a form stays unchanged.
  func followPage() {
    guard isOpen, isPageBehind, let seen = page?.page as? EntryPage, !seen.isLookedAt, MainLoop.now - lastFollowing >= Self.pause else {
      return
    }
    (isPageBehind, lastFollowing) = (false, MainLoop.now)
    requests.ask(.details(VaultCall.EntryQuery(query: seen.record)), isUnattended: true) { [weak self] reply in
      guard let self, self.isOpen, self.page?.page === seen else { return }
      switch reply {
      // The user has begun to look at a secret in the meantime.
      case .answer where seen.isLookedAt: self.isPageBehind = true
      case .answer(.details(let details), _): if seen.follow(details) { self.say(VaultWords.changedElsewhere) }
      // The vault returns no details about an entry in the trash until it is restored.
      case .failure(let failure) where failure.code == .notFound && seen.details.entry.trashed == nil:
        self.say(VaultFailureWords.text(failure))
        self.leavePage()
      default: break
      }
    }
  }
}
