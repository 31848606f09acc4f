// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SecretMemory

/// A log of one entry, with its own device and recovery key.
struct FoundedLog {
  let recovery: RecoveryKey
  let first: LogAuthor
  let key: EpochKey
  let log: MembershipLog

  /// The recovery key as an author.
  var paper: LogAuthor { LogAuthor(recovery.identifier, recovery.memberKeys) }

  init() throws {
    var generator = SystemRandomNumberGenerator()
    recovery = try RecoveryKey.generate(using: &generator)
    first = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
    key = EpochKey.generate(epoch: 1, using: &generator)
    log = try MembershipLog.found(
      device: first.member, keys: first.keys, recovery: recovery.memberKeys.publicKeys, epochKey: key,
      createdMilliseconds: 1_790_000_000_000, using: &generator)
  }
}

/// Returns the code with which the work is refused, or nil if it is not.
func refusal(_ work: () throws -> Void) -> CredentialCryptographyError.Code? {
  do {
    try work()
    return nil
  } catch {
    return (error as? CredentialCryptographyError)?.code
  }
}
