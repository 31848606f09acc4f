// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The ASCII prefixes of all derived, encrypted, signed or hashed byte strings, which prevent one from being mistaken for another.
enum Label {
  static let slot = bytes("slot/v1")
  static let localWrapKey = bytes("local-wrap/v1")
  static let localWrap = bytes("local/v1")
  static let index = bytes("index/v1")
  static let indexJournal = bytes("index-journal/v1")
  static let recordWrapKey = bytes("record-wrap/v1")
  static let metaKey = bytes("meta/v1")
  static let previousEpochKey = bytes("prev-epoch/v1")
  static let deviceName = bytes("device-name/v1")
  static let contentKeyCommitment = bytes("ckc/v1")
  static let body = bytes("body/v1")
  static let bodyHash = bytes("bodyhash/v1")
  static let wrap = bytes("wrap/v1")
  static let logEntry = bytes("log/v1")
  static let logSignature = bytes("log-signature/v1")
  static let commitSignature = bytes("commit-signature/v1")
  static let epochWrap = bytes("epoch/v1")
  static let epochCheck = bytes("ek/v1")
  static let report = bytes("report/v1")
  static let release = bytes("release/v1")
  static let witness = bytes("witness/v1")
  static let blob = bytes("blob/v1")
  static let replica = bytes("replica/v1")
  static let importJournal = bytes("import-journal/v1")
  static let storedPIN = bytes("pin/v1")
  static let sealedRoot = bytes("sealed-root/v1")
  static let fingerChoice = bytes("finger-choice/v1")
  static let idleTime = bytes("idle-time/v1")
  static let chipRoot = bytes("chip-root/v1")
  static let recoverySigning = bytes("recovery-sign/v1")
  static let recoveryKeyAgreement = bytes("recovery-kem/v1")
  static let recoveryIdentifier = bytes("recovery-id/v1")
  static let recoveryUnderWay = bytes("recovery-under-way/v1")
  static let recoveryCheck = bytes("recovery-check/v1")
  static let enrolmentCode = bytes("enrol/code/v1")
  static let enrolmentCheck = bytes("enrol/check/v1")
  static let enrolmentMailbox = bytes("enrol/mailbox/v1")
  static let enrolmentToNewcomer = bytes("enrol/o2n/v1")
  static let enrolmentToSponsor = bytes("enrol/n2o/v1")
  static let enrolmentTranscript = bytes("enrol/transcript/v1")
  static let enrolmentMessage = bytes("enrol/message/v1")
  static let enrolmentCommitment = bytes("enrol/c/v1")
  static let enrolmentDigits = bytes("enrol/sas/v1")
  static let comparison = bytes("compare/v1")

  private static func bytes(_ name: String) -> [UInt8] { Array(("passfold/" + name).utf8) }
}

extension FixedWidthInteger {
  /// The integer's bytes, most significant first, as in all formats.
  var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }

  /// Reads an integer from exactly as many bytes as it has, most significant first.
  init(bigEndianBytes bytes: some Sequence<UInt8>) {
    self = bytes.reduce(0) { $0 << 8 | Self($1) }
  }
}
