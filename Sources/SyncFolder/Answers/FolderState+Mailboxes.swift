// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography

/// Mailboxes transfer the messages of an enrolment (docs/formats/enrolment.md). A message is a file like all others, so it can be read more
/// than once.
extension FolderState {
  private static let nameByteCount = 16
  private static let slots: UInt64 = 8
  private static let longestMessage = 4 << 10
  /// The maximum number of files read for one slot.
  private static let mostFiles = 16

  /// Puts `{1: message}` into a slot.
  func put(_ request: FolderRequest, into name: Substring) throws(SyncFolderError) -> CBORMap {
    let (folder, suffix) = try mailbox(request, name)
    let fields = try request.fields(1...1)
    let message: [UInt8]
    do { message = try fields.bytes(1) } catch { throw SyncFolderError(reading: error) }
    guard message.count <= Self.longestMessage else { throw SyncFolderError(.tooLarge) }
    if let present = try self.message(in: folder, suffix) {
      guard present == message else { throw SyncFolderError(.taken) }
      return [:]
    }
    try files.write(message, as: Hexadecimal.text(Shelf.hash(of: message)) + suffix, in: folder)
    return [:]
  }

  /// Returns the message of a slot, `{1: message}`; empty if there is none yet.
  func take(_ request: FolderRequest, from name: Substring) throws(SyncFolderError) -> CBORMap {
    let (folder, suffix) = try mailbox(request, name)
    return try message(in: folder, suffix).map { [1: .bytes($0)] } ?? [:]
  }

  private func mailbox(_ request: FolderRequest, _ name: Substring) throws(SyncFolderError) -> (folder: [String], suffix: String) {
    guard Hexadecimal.bytes(name)?.count == Self.nameByteCount, let slot = try request.number("slot"), slot < Self.slots else {
      throw SyncFolderError(.malformed)
    }
    return ([AccountView.home, "mailbox", String(name)], ".slot-\(slot)")
  }

  /// Returns the message with the smallest hash, if there are several.
  private func message(in folder: [String], _ suffix: String) throws(SyncFolderError) -> [UInt8]? {
    let names = try files.names(in: folder).filter { $0.hasSuffix(suffix) && Hexadecimal.bytes($0.prefix(64))?.count == 32 }.sorted()
    for name in names.prefix(Self.mostFiles) {
      guard case .content(let content) = try files.read(name, in: folder, atMost: Self.longestMessage),
        Hexadecimal.text(Shelf.hash(of: content)) == name.prefix(64)
      else { continue }
      return content
    }
    return nil
  }
}
