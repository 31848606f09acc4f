// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import VaultProtocol

/// The page keeps up with what a browser, another device or the command changes.
extension VaultWindow {
  /// Seconds between two looks at an entry: each is one of the minute's releases that the vault gives without asking.
  private static let pause = 10.0

  /// Has the page show what its entry is now; one on which the person looks at a secret waits until that is hidden, and a form stays as it is.
  func followPage() {
    guard isOpen, isPageBehind, let seen = page?.page as? EntryPage, !seen.isLookedAt, MainLoop.now - lastFollowing >= Self.pause else {
      return
    }
    (isPageBehind, lastFollowing) = (false, MainLoop.now)
    requests.ask(.details(VaultCall.EntryQuery(query: seen.record)), isUnattended: true) { [weak self] reply in
      guard let self, self.isOpen, self.page?.page === seen else { return }
      switch reply {
      // The person began to look at a secret meanwhile.
      case .answer where seen.isLookedAt: self.isPageBehind = true
      case .answer(.details(let details), _): if seen.follow(details) { self.say(VaultWords.changedElsewhere) }
      // Of what is in the trash there are no details until it is restored.
      case .failure(let failure) where failure.code == .notFound && seen.details.entry.trashed == nil:
        self.say(VaultFailureWords.text(failure))
        self.leavePage()
      default: break
      }
    }
  }
}
