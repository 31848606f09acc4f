// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The acts that a program at the management door may be allowed.
package enum ReleaseAct: Sendable, Hashable {
  /// The current code of a named credential.
  case code(String)
  /// The password of a named credential.
  case reveal(String)
  /// A previous password of a named credential.
  case revealFormer(String)
  /// The note or one of the user's own fields of a named credential.
  case revealAddition(String, part: String)
  /// Attaching a file to a named credential.
  case attach(String, file: String)
  /// A file of a named credential.
  case attachment(String, file: String)
  /// Deleting a file of a named credential.
  case removeAttachment(String, file: String)
  /// The matches of a query that does not name one credential.
  case search(String)
  /// The list of entries.
  case list
  /// Adding a named entry.
  case add(String)
  /// The matches of a named set-up link.
  case previewSetUp(String)
  /// The codes of all matches of a query.
  case codes(String)
  /// Everything but the secret of a named credential.
  case details(String)
  /// Confirming a named pending set-up.
  case confirmCode(String)
  /// Changing the parts of a named credential.
  case edit(String, parts: String)
  /// Moving a named credential into the trash.
  case remove(String)
  /// Restoring a named credential from the trash.
  case restore(String)
  /// Erasing a named credential in the trash permanently.
  case erase(String)
  /// Erasing everything in the trash permanently.
  case emptyTrash(count: Int)
  /// Importing a file of another program with all its contents.
  case importFile
  /// Undoing the last import.
  case undoImport(count: Int)
  /// Exporting everything in the vault into a file.
  case exportAll(format: String, isPlain: Bool)
  /// The list of the trash.
  case trash
  /// The health of the passwords.
  case health
  /// The log of releases.
  case releases
  /// The names of damaged entries.
  case check
  /// The secret of a named credential's codes.
  case export(String)
  /// Synchronising the vault with other devices at a place.
  case synchronise(String)
  /// Synchronising at another place than before.
  case moveSync(String)
  /// Ending the synchronisation.
  case leaveSync
  /// Continuing after an alarm.
  case resumeSync
  /// Creating another recovery key.
  case replaceRecoveryKey
  /// Adding another device to the account.
  case addDevice
  /// Removing a named device, while this many files have not come from other devices.
  case removeDevice(String, awaitedFiles: Int)
  /// Listing what a named device knew that was removed.
  case listKnown(of: String)
  /// The place of synchronisation, and the account's devices.
  case devices
  /// Renaming a device; nil for this one.
  case renameDevice(String?, to: String)
  /// Changing the time for codes, in seconds from the system's; nil for the system's.
  case compensateClock(Double?)
}

extension ReleaseAct {
  /// Whether it stores or changes one entry, of which a user may do many in a row; acts that delete or erase are asked about each time.
  var isChange: Bool {
    switch self {
    case .add, .edit, .attach: true
    default: false
    }
  }
}
