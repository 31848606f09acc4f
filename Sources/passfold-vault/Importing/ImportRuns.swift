// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

/// Files on their way into the vault, each known by a token that only who began it has.
struct ImportRuns {
  /// How far a file is.
  enum Stage {
    /// Its parts come.
    case receiving(FileToImport)
    /// It was read, and waits for the person's word.
    case read(ImportedCollection, format: String)
  }

  /// Time without a step after which an import ends: ten minutes, in which a person reads the report.
  static let idleLimit = Duration.seconds(600)
  /// More at once are no person's.
  static let most = 2

  private var runs: [String: (stage: Stage, conversation: ObjectIdentifier?, lastUse: ContinuousClock.Instant)] = [:]

  /// Keeps an import of a conversation, in place of the one that rested longest where there are too many.
  mutating func keep(_ stage: Stage, as token: String, of conversation: ObjectIdentifier?, at now: ContinuousClock.Instant) {
    runs = runs.filter { now - $0.value.lastUse < Self.idleLimit }
    if runs.count >= Self.most, let oldest = runs.min(by: { $0.value.lastUse < $1.value.lastUse }) { runs[oldest.key] = nil }
    runs[token] = (stage, conversation, now)
  }

  /// Hands an import over to whoever has its token; nobody else has it until it is kept again.
  mutating func take(_ token: String, at now: ContinuousClock.Instant) -> Stage? {
    guard let run = runs.removeValue(forKey: token), now - run.lastUse < Self.idleLimit else { return nil }
    return run.stage
  }

  /// Ends those of a conversation; false where there were none.
  mutating func endAll(of conversation: ObjectIdentifier) -> Bool {
    let ended = runs.filter { $0.value.conversation == conversation }
    for token in ended.keys { runs[token] = nil }
    return !ended.isEmpty
  }

  /// Ends all of them; nothing of them is stored.
  mutating func endAll() { runs = [:] }
}

/// A file, and the key file behind it, of which the parts come one by one.
final class FileToImport {
  /// What the person says that the file is; nil where they say nothing.
  let format: String?
  private var bytes: SecretBytes
  private let fileByteCount: Int
  private var filled = 0

  init(byteCount: Int, keyFileByteCount: Int, format: String? = nil) {
    self.format = format
    bytes = SecretBytes(byteCount: byteCount + keyFileByteCount)
    fileByteCount = byteCount
  }

  /// How many bytes are still to come.
  var left: Int { bytes.byteCount - filled }

  /// Takes the next part; false for one that is empty or longer than what is to come.
  func append(_ part: SharedSecret) -> Bool {
    guard (1...max(1, left)).contains(part.byteCount), left > 0 else { return false }
    let start = filled
    part.withBytes { part in
      bytes.withMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[start..<start + part.count]).copyMemory(from: part) }
    }
    filled += part.byteCount
    return true
  }

  /// Hands over the file, and the key file where one came along; nothing is left here.
  func take() -> (file: SharedSecret, keyFile: SharedSecret?) {
    var whole = SecretBytes(byteCount: 0)
    swap(&whole, &bytes)
    if whole.byteCount == fileByteCount { return (SharedSecret(whole), nil) }
    return whole.withBytes { (SharedSecret(copying: $0[..<fileByteCount]), SharedSecret(copying: $0[fileByteCount...])) }
  }
}
