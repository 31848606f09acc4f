// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import SyncModel

/// The results that all devices of one run share, each computed once: valid signatures, and opened envelopes.
///
/// The first device does the work with the real code. Failures are not stored.
package final class SharedWork {
  private struct Version: Hashable {
    let bodyHash: [UInt8]
    let wrap: [UInt8]
    let record: RecordName
  }

  /// Valid signatures of commits.
  package let signatures = VerifiedSignatures()
  private var opened: [Version: RecordBody] = [:]

  /// Creates an empty value.
  package init() {}

  /// Opens an envelope under a record's name; nil for one that does not open.
  ///
  /// The key is that of the envelope's epoch. An account has one for each epoch, which every device verifies against the log.
  package func open(_ envelope: RecordEnvelope, with key: EpochKey, account: AccountIdentifier, record: RecordName) -> RecordBody? {
    guard envelope.epoch == key.epoch, envelope.facts.account == account else { return nil }
    let version = Version(bodyHash: envelope.bodyHash, wrap: envelope.wrap, record: record)
    if let body = opened[version] { return body }
    guard let content = try? key.open(envelope, account: account, record: record), let body = RecordBody(content: content) else {
      return nil
    }
    opened[version] = body
    return body
  }
}
