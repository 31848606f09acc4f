// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import VaultProtocol

/// Files on their way out of the vault, each known by a token that only who asked for it has.
struct ExportRuns {
  /// One file on its way.
  struct Run {
    let file: SharedSecret
    var sent = 0
    fileprivate var lastUse: ContinuousClock.Instant

    init(file: SharedSecret, at now: ContinuousClock.Instant) {
      self.file = file
      lastUse = now
    }

    /// The next part.
    mutating func next(atMost limit: Int) -> SharedSecret {
      let end = min(file.byteCount, sent + limit)
      defer { sent = end }
      return file.withBytes { SharedSecret(copying: $0[sent..<end]) }
    }
  }

  /// Time without a step after which an export ends: a minute.
  static let idleLimit = Duration.seconds(60)

  private var run: (token: String, run: Run, conversation: ObjectIdentifier?)?

  /// Keeps a file of a conversation that is not at its end; another takes its place.
  mutating func keep(_ run: Run, as token: String, of conversation: ObjectIdentifier?, at now: ContinuousClock.Instant) {
    var run = run
    run.lastUse = now
    self.run = (token, run, conversation)
  }

  /// Hands a file over to whoever has its token.
  mutating func take(_ token: String, at now: ContinuousClock.Instant) -> Run? {
    guard let run, run.token == token else { return nil }
    self.run = nil
    return now - run.run.lastUse < Self.idleLimit ? run.run : nil
  }

  /// Forgets the file of a conversation; false where there was none.
  mutating func endAll(of conversation: ObjectIdentifier) -> Bool {
    guard let run, run.conversation == conversation else { return false }
    self.run = nil
    return true
  }

  /// Forgets the file.
  mutating func endAll() { run = nil }
}
