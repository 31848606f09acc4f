// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a program at the management door may be allowed.
package enum ReleaseAct: Sendable, Hashable {
  /// The current code of a named credential.
  case code(String)
  /// The password of a named credential.
  case reveal(String)
  /// A password that a named credential had before.
  case revealFormer(String)
  /// The note or a field of a person's own of a named credential.
  case revealAddition(String, part: String)
  /// A file that is to be kept with a named credential.
  case attach(String, file: String)
  /// A file of a named credential.
  case attachment(String, file: String)
  /// The end of a file of a named credential.
  case removeAttachment(String, file: String)
  /// What fits a query that does not name one credential.
  case search(String)
  /// The list.
  case list
  /// A named addition.
  case add(String)
  /// What fits a named set-up link.
  case previewSetUp(String)
  /// The codes of all that fits a query.
  case codes(String)
  /// Everything but the secret of a named credential.
  case details(String)
  /// The end of a named set-up's wait.
  case confirmCode(String)
  /// A change of the parts of a named credential.
  case edit(String, parts: String)
  /// A named credential into the trash.
  case remove(String)
  /// A named credential out of the trash.
  case restore(String)
  /// A named credential in the trash, for good.
  case erase(String)
  /// Everything in the trash, for good.
  case emptyTrash(count: Int)
  /// A file of another program, with all that is in it.
  case importFile
  /// The last import, taken back.
  case undoImport(count: Int)
  /// Everything in the vault, in a file.
  case exportAll(format: String, isPlain: Bool)
  /// The list of the trash.
  case trash
  /// How the passwords stand.
  case health
  /// The log of what left the vault.
  case releases
  /// What is damaged, by name.
  case check
  /// The secret of a named credential's codes.
  case export(String)
  /// The vault in step with other devices at a place.
  case synchronise(String)
  /// The same at another place than before.
  case moveSync(String)
  /// The end of that.
  case leaveSync
  /// Going on after an alarm.
  case resumeSync
  /// Another recovery key.
  case replaceRecoveryKey
  /// A further device of the account.
  case addDevice
  /// The end of a named device.
  case removeDevice(String)
  /// Where the vault is synchronised, and the account's devices.
  case devices
  /// Another name for a device; nil for this one.
  case renameDevice(String?, to: String)
  /// Another time for codes, in seconds from the system's; nil for the system's.
  case compensateClock(Double?)
}

extension ReleaseAct {
  /// Whether it stores or changes one entry, of which a person may do many in a row; what throws away or erases is asked about each time.
  var isChange: Bool {
    switch self {
    case .add, .edit, .attach: true
    default: false
    }
  }
}
