// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR

/// The body of an entry of kind 7: a new name for a device, encrypted under the current epoch's key like its first name.
struct DeviceRenaming: Hashable, Sendable {
  let device: DeviceIdentifier
  let sealedName: [UInt8]

  var body: CBORMap { [.unsigned(1): .bytes(device.bytes), .unsigned(2): .bytes(sealedName)] }

  init(device: DeviceIdentifier, sealedName: [UInt8]) {
    self.device = device
    self.sealedName = sealedName
  }

  /// - Throws: `unsupportedVersion` for any fields but these two, because this build cannot know what they require. `malformed`.
  init(body: CBORMap) throws(CredentialCryptographyError) {
    guard body.entries.map(\.key) == [.unsigned(1), .unsigned(2)] else { throw CredentialCryptographyError(.unsupportedVersion) }
    let fields = CanonicalFields(body)
    device = try fields.identifier(1)
    sealedName = try fields.bytes(2, count: DeviceName.sealedByteCount)
  }
}

extension MembershipLogEntry {
  /// Whether the entry renames a device and changes nothing else: neither the members nor the epoch.
  package var isRenaming: Bool { kind == .renameDevice }

  /// The device that the entry renames; nil for any other entry.
  package var renamedDevice: DeviceIdentifier? { isRenaming ? try? DeviceRenaming(body: body).device : nil }
}
