// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SecretMemory
import SyncModel
import Testing
import passfold_simulate

@Suite("The cache of opened envelopes that simulated devices share")
struct SharedWorkTests {
  @Test("a cached envelope does not open under another name, account or key, or with a flipped bit")
  func envelopes() throws {
    var generator = SystemRandomNumberGenerator()
    let key = EpochKey.generate(epoch: 1, using: &generator)
    let (account, record) = (AccountIdentifier.random(using: &generator), RecordName.random(using: &generator))
    let facts = RecordFacts(
      purpose: .record, account: account, record: record, revision: 1, author: .random(using: &generator), clock: 1, schema: 1)
    let envelope = try key.seal(RecordBody(kind: 1).encoded(), as: facts, using: &generator)
    let shared = SharedWork()
    func altered(body: Int? = nil, wrap: Int? = nil) throws -> RecordEnvelope {
      var (bodyBytes, wrapBytes) = (envelope.body, envelope.wrap)
      if let body { bodyBytes[body] ^= 1 }
      if let wrap { wrapBytes[wrap] ^= 1 }
      return try RecordEnvelope(body: bodyBytes, wrap: wrapBytes)
    }
    for _ in 0..<2 {
      #expect(shared.open(envelope, with: key, account: account, record: record)?.kind == 1)
      #expect(shared.open(envelope, with: key, account: account, record: .random(using: &generator)) == nil)
      #expect(shared.open(envelope, with: key, account: .random(using: &generator), record: record) == nil)
      #expect(shared.open(envelope, with: .generate(epoch: 2, using: &generator), account: account, record: record) == nil)
      // A bit of the revision, of the ciphertext and of the wrap.
      #expect(shared.open(try altered(body: 45), with: key, account: account, record: record) == nil)
      #expect(shared.open(try altered(body: 200), with: key, account: account, record: record) == nil)
      #expect(shared.open(try altered(wrap: 20), with: key, account: account, record: record) == nil)
    }
  }
}
