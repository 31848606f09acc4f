// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
import CredentialVault
import FoundationEssentials
import SecretMemory
import SyncModel

extension VaultParsers {
  private static let epochKey = {
    var generator = Counting()
    return EpochKey.generate(epoch: 1, using: &generator)
  }()
  private static let id = RecordIdentifier(bytes: Array(repeating: UInt8(0xB0), count: 16))
  private static let stamp = {
    var generator = Counting()
    return FieldStamp(time: 1 << 60, device: .random(using: &generator))
  }()

  /// A header, a ciphertext and, as the last bytes, the wrapped key.
  static func checkEnvelope(_ input: [UInt8]) throws(Broken) {
    let body = Array(input.dropLast(RecordEnvelope.wrapByteCount))
    let wrap = Array(input.suffix(RecordEnvelope.wrapByteCount))
    guard let envelope = try? RecordEnvelope(body: body, wrap: wrap) else { return }
    try require(envelope.body == body && envelope.wrap == wrap, "an envelope is written as it was read")
    let facts = envelope.facts
    try require(
      (try? epochKey.open(envelope, account: facts.account, record: facts.record)) == nil, "nothing opens that no key has sealed")
    // The input's own facts around the input itself.
    var generator = Counting()
    let content = SecretBytes(copying: input)
    guard let sealed = try? epochKey.seal(content, as: facts, using: &generator) else { return }
    guard let again = try? RecordEnvelope(body: sealed.body, wrap: sealed.wrap),
      let opened = try? epochKey.open(again, account: facts.account, record: facts.record)
    else { throw Broken("what was sealed opens") }
    try require(constantTimeEquals(opened, content), "what opens is what was sealed")
  }

  /// The decrypted content of an envelope.
  static func checkContent(_ input: [UInt8], plantsFault: Bool) throws(Broken) {
    guard let id, let body = try? RecordBody(decoding: SecretBytes(copying: input)) else { return }
    try require(body.encoded().withBytes { Array($0) } == input, "a content has one encoding")
    // The planted fault: treats a kind of a newer version as one of this version.
    try require(!(plantsFault && body.kind == 9), "a kind that nobody knows is no kind")
    try checkAttachments(of: body)
    guard let entry = try? body.indexEntry(id) else { return }
    try checkIndexRow(entry, id)
    guard !body.isTombstone, let record = try? body.record(id) else { return }
    var written = body
    written.write(record, stamp: stamp)
    guard let again = try? RecordBody(decoding: written.encoded()), let same = try? again.record(id) else {
      throw Broken("a record that is written reads back")
    }
    try require(same.kind == record.kind && same.summary.title == record.summary.title, "a record that is written stays what it is")
    try require(same.summary.user == record.summary.user, "a record that is written stays whose it is")
  }

  private static func checkAttachments(of body: RecordBody) throws(Broken) {
    guard let attachments = try? body.attachments() else { return }
    try require(Set(attachments.map(\.name)).count == attachments.count, "no two files of a record have one name")
    try require(body.blobNames.count == attachments.count, "every file has its bytes")
  }

  /// The index has the same data as the record, in memory and at rest.
  private static func checkIndexRow(_ entry: CredentialIndex.Entry, _ id: RecordIdentifier) throws(Broken) {
    var index = CredentialIndex()
    index.enter(entry, revision: 7, for: id)
    try require(index[id] == entry, "the index knows what it was told")
    guard let again = CredentialIndex(decoding: index.encoded) else { throw Broken("an index that is written reads back") }
    try require(again[id] == entry && again.revision(of: id) == 7, "the index at rest knows what it was told")
  }
}
