// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// Collects the parts of one export, which may come in any order and more than once.
public struct MigrationBatch: Sendable {
  /// What the parts have in common.
  public let identifier: Int32
  /// How many parts there are.
  public let size: Int
  private var parts: [Int: MigrationPayload]

  /// Begins with any part.
  public init(_ first: MigrationPayload) {
    identifier = first.batch.identifier
    size = first.batch.size
    parts = [first.batch.index: first]
  }

  /// Takes a further part.
  ///
  /// - Returns: Whether it was new; a part that was seen already changes nothing.
  /// - Throws: `foreignPart` for one of another export: another identifier or number of parts, or other codes in a place already taken.
  @discardableResult
  public mutating func add(_ part: MigrationPayload) throws(OneTimeCodesError) -> Bool {
    guard part.batch.identifier == identifier, part.batch.size == size else { throw OneTimeCodesError(.foreignPart) }
    guard let known = parts[part.batch.index] else {
      parts[part.batch.index] = part
      return true
    }
    guard known.holdsSameCodes(as: part) else { throw OneTimeCodesError(.foreignPart) }
    return false
  }

  /// The places of the parts that have not come yet, counted from 0.
  public var missing: [Int] { (0..<size).filter { parts[$0] == nil } }

  /// Whether all parts are there.
  public var isComplete: Bool { parts.count == size }

  /// The codes of the parts so far, in the order of the export.
  public var entries: [MigrationEntry] { (0..<size).flatMap { parts[$0]?.entries ?? [] } }
}

extension MigrationPayload {
  fileprivate func holdsSameCodes(as other: MigrationPayload) -> Bool {
    entries.count == other.entries.count && zip(entries, other.entries).allSatisfy { $0.isSame(as: $1) }
  }
}

extension MigrationEntry {
  fileprivate func isSame(as other: MigrationEntry) -> Bool {
    guard name == other.name, issuer == other.issuer else { return false }
    switch (reading, other.reading) {
    case (.success(let mine), .success(let others)):
      return mine.parameters.form == others.parameters.form && mine.parameters.algorithm == others.parameters.algorithm
        && mine.parameters.digits == others.parameters.digits && constantTimeEquals(mine.parameters.secret, others.parameters.secret)
    case (.failure(let mine), .failure(let others)): return mine == others
    default: return false
    }
  }
}
