// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// The parts of one export, collected in any order; duplicates are allowed.
public struct MigrationBatch: Sendable {
  /// The identifier that all parts share.
  public let identifier: Int32
  /// The number of parts.
  public let size: Int
  private var parts: [Int: MigrationPayload]

  /// Creates a batch from any one of its parts.
  public init(_ first: MigrationPayload) {
    identifier = first.batch.identifier
    size = first.batch.size
    parts = [first.batch.index: first]
  }

  /// Adds another part.
  ///
  /// - Returns: Whether the part was new. Adding a known part changes nothing.
  /// - Throws: `foreignPart` if the part belongs to another export: its identifier or number of parts differs, or its index is already
  ///   taken by a part with other codes.
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

  /// The indices of the missing parts, counted from 0.
  public var missing: [Int] { (0..<size).filter { parts[$0] == nil } }

  /// Whether all parts have been added.
  public var isComplete: Bool { parts.count == size }

  /// The codes of the parts added so far, in the order of the export.
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
