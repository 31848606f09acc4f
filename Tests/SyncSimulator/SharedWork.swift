// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import SyncModel

/// What the devices of one run compute alike, each thing once: which signatures hold, and what an envelope opens to under its epoch's key.
///
/// The first device does the work with the real code. What fails is not remembered.
package final class SharedWork {
  private struct Version: Hashable {
    let bodyHash: [UInt8]
    let wrap: [UInt8]
    let record: RecordName
  }

  /// Signatures under commits.
  package let signatures = VerifiedSignatures()
  private var opened: [Version: RecordBody] = [:]

  /// Begins without any.
  package init() {}

  /// Opens an envelope that stands under a record's name; nil for one that does not open.
  ///
  /// Which key opens it is the envelope's epoch's, of which an account has one that every device holds against the log.
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
