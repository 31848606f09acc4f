// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

/// Moving an account to a higher format: every member announces it, every record is rewritten in it, and then nothing lower is valid
/// (design: section 3.11).
extension CommitChain {
  /// Returns the highest format that every member reads, which is the one to write.
  ///
  /// A member that never wrote is assumed to read only the floor.
  package func commonFormat(log: MembershipLog) -> UInt64 {
    log.devices.map { max(log.formatFloor, authors[$0]?.highestFormat ?? 0) }.min() ?? log.formatFloor
  }

  /// Whether the floor may be raised. This is the last of three steps, after rewriting every record and making a checkpoint.
  ///
  /// No release raises the floor yet, because 1 is the only format so far (``CommitHeader/format``). The first release that writes a higher
  /// format will.
  /// - Parameters:
  ///   - format: The new floor.
  ///   - lowestSchema: The lowest schema among the newest versions of all records, including tombstones and records that do not open; nil
  ///     if there are none.
  package func mayRaiseFloor(to format: UInt64, log: MembershipLog, lowestSchema: UInt16?) -> Bool {
    !log.isClosed && format > log.formatFloor && format <= commonFormat(log: log)
      && lowestSchema.map { UInt64($0) >= format } ?? true && itemsSinceCheckpoint == 0
  }
}

extension MembershipLog {
  /// Requires the content of a version to have a format that was valid at the log entry named by its commit, or by the checkpoint it came
  /// with.
  /// - Throws: `formatBelowFloor` for an older format, `logTooShort` if the log ends before that entry.
  package func requireFormat(of envelope: RecordEnvelope, in header: CommitHeader) throws(SyncModelError) {
    guard let floor = formatFloor(at: header.log.sequence) else { throw SyncModelError(.logTooShort, served: header.position) }
    guard UInt64(envelope.facts.schema) >= floor else {
      throw SyncModelError(.formatBelowFloor, served: header.position, device: header.device, record: envelope.facts.record)
    }
  }
}
