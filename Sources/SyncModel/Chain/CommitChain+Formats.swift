// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

/// How an account goes over to a higher format: every member announces it, every record is written in it, and then nothing lower counts
/// (design: section 3.11).
extension CommitChain {
  /// The highest format that every member reads, which is the one to write in.
  ///
  /// A member that never wrote is taken to read the floor only.
  package func commonFormat(log: MembershipLog) -> UInt64 {
    log.devices.map { max(log.formatFloor, authors[$0]?.highestFormat ?? 0) }.min() ?? log.formatFloor
  }

  /// Whether the floor may be raised: the last of three steps, behind writing every record anew and a checkpoint.
  /// - Parameters:
  ///   - format: The floor to be.
  ///   - lowestSchema: The lowest schema among the newest versions of all records, tombstones and records that do not open included;
  ///     nil where there are none.
  package func mayRaiseFloor(to format: UInt64, log: MembershipLog, lowestSchema: UInt16?) -> Bool {
    !log.isClosed && format > log.formatFloor && format <= commonFormat(log: log)
      && lowestSchema.map { UInt64($0) >= format } ?? true && itemsSinceCheckpoint == 0
  }
}

extension MembershipLog {
  /// Whether the content of a version is of a format that counted where the commit that names it, or the checkpoint that it came with,
  /// names the log.
  /// - Throws: `formatBelowFloor` for what is older, `logTooShort` where the log ends before that place.
  package func requireFormat(of envelope: RecordEnvelope, in header: CommitHeader) throws(SyncModelError) {
    guard let floor = formatFloor(at: header.log.sequence) else { throw SyncModelError(.logTooShort, served: header.position) }
    guard UInt64(envelope.facts.schema) >= floor else {
      throw SyncModelError(.formatBelowFloor, served: header.position, device: header.device, record: envelope.facts.record)
    }
  }
}
