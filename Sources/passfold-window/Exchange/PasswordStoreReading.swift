// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import LocalTransport
import PresentedViews
import SecretMemory
import VaultProtocol

extension CollectedSecret: SentSource {
  func next(_ count: Int) -> SharedSecret? { take(count) }
}

/// Reads the entries of a `pass` store, decrypted one after another by the user's own GnuPG while the window stays responsive.
@MainActor
final class PasswordStoreReading {
  /// The progress of reading.
  enum State {
    case decrypting(Int, of: Int)
    case read(CollectedSecret)
    /// It failed, with a message for the user.
    case failed(String)
  }

  private let store: PasswordStoreFolder
  private let hear: @MainActor (State) -> Void
  private let opened = OpenedStore()
  private var isEnded = false

  init(_ store: PasswordStoreFolder, hear: @escaping @MainActor (State) -> Void) {
    (self.store, self.hear) = (store, hear)
    aside({ () throws(PasswordStoreFolder.Failure) in try store.entries() }) { reading, entries in reading.decrypt(entries, from: 0) }
  }

  /// Discards what was decrypted and decrypts nothing more.
  func end() { isEnded = true }

  private func decrypt(_ entries: [PasswordStoreFolder.Entry], from place: Int) {
    hear(.decrypting(place, of: entries.count))
    guard entries.indices.contains(place) else {
      do throws(PasswordStoreFolder.Failure) { hear(.read(try opened.finished())) } catch { hear(.failed(Self.words(error))) }
      return
    }
    let (store, entry) = (store, entries[place])
    aside({ () throws(PasswordStoreFolder.Failure) in try store.decrypt(entry) }) { reading, opening in
      reading.opened.append(entry, opening)
      guard reading.opened.byteCount <= VaultCall.ImportStep.longestFile else { return reading.hear(.failed(ImportWords.tooLarge)) }
      reading.decrypt(entries, from: place + 1)
    }
  }

  /// Runs `act`, which may take long, on another thread, and continues with its result.
  private func aside<Value: Sendable>(
    _ act: @escaping @Sendable () throws(PasswordStoreFolder.Failure) -> Value,
    next: @escaping @MainActor @Sendable (PasswordStoreReading, Value) -> Void
  ) {
    DispatchQueue.global().async {
      let result = Result(catching: act)
      MainLoop.post { [weak self] in
        guard let self, !self.isEnded else { return }
        switch result {
        case .success(let value): next(self, value)
        case .failure(let failure): self.hear(.failed(Self.words(failure)))
        }
      }
    }
  }

  private static func words(_ failure: PasswordStoreFolder.Failure) -> String {
    switch failure {
    case .folderUnreadable(let path, _): ImportWords.storeUnreadable(path)
    case .programMissing: ImportWords.noGnuPG
    case .notOpened(let entry): ImportWords.notDecrypted(entry)
    }
  }
}
