// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SyncModel
import Testing
import passfold_simulate

@Suite("The laws of merging (design: section 3.10)")
struct MergeLawTests {
  @Test(
    "joining random records is commutative, associative and idempotent",
    arguments: [0, 1, 2, 3, 4, 6, 200, nil] as [UInt8?])
  func laws(kind: UInt8?) throws {
    let name = try TestAccount.record(1)
    for seed in 0..<300 as Range<UInt64> {
      var random = RandomRecords(seed: seed)
      let (a, b, c) = (random.body(kind: kind), random.body(kind: kind), random.body(kind: kind))
      func set(_ bodies: RecordBody...) -> RecordSet { RecordSet(bodies.map { (name, $0) }) }
      let all = set(a).joined(with: set(b)).joined(with: set(c))
      #expect(set(a).joined(with: set(b)).content == set(b).joined(with: set(a)).content, "commutes, seed \(seed)")
      #expect(set(a).joined(with: set(b).joined(with: set(c))).content == all.content, "associates, seed \(seed)")
      #expect(set(a).joined(with: set(a)).content == set(a).content, "idempotent, seed \(seed)")
      #expect(all.joined(with: set(b)).content == all.content, "absorbs, seed \(seed)")
    }
  }

  @Test("counters of a few secrets merge to the same result in any order")
  func counters() throws {
    let name = try TestAccount.record(1)
    for seed in 0..<300 as Range<UInt64> {
      var random = RandomRecords(seed: seed)
      let bodies = (0..<6).map { _ in random.body(kind: MergedField.oneTimeCode) }
      let orders = [bodies.reversed(), bodies.shuffled(using: &random.generator), bodies.shuffled(using: &random.generator)]
      let result = RecordSet(bodies.map { (name, $0) })
      for order in orders { #expect(RecordSet(order.map { (name, $0) }).content == result.content, "seed \(seed)") }
      let halves = RecordSet(bodies.prefix(3).map { (name, $0) }).joined(with: RecordSet(bodies.suffix(4).map { (name, $0) }))
      #expect(halves.content == result.content, "seed \(seed)")
    }
  }

  @Test("long histories drop the same entries in any order")
  func longHistories() throws {
    let name = try TestAccount.record(1)
    for seed in 0..<12 as Range<UInt64> {
      var random = RandomRecords(seed: seed)
      let bodies = (0..<30).map { number in
        RecordBody(
          kind: MergedField.password,
          fields: [
            MergedField.secret: RecordBody.Field(
              value: RandomRecords.secret(.bytes([UInt8(number), UInt8(truncatingIfNeeded: random.generator.next() & 1)])),
              stamp: random.stamp())
          ])
      }
      let orders = [bodies, bodies.reversed(), bodies.shuffled(using: &random.generator), bodies.shuffled(using: &random.generator)]
      let results = orders.map { RecordSet($0.map { (name, $0) }).content }
      let halves = RecordSet(bodies.prefix(15).map { (name, $0) }).joined(with: RecordSet(bodies.suffix(15).map { (name, $0) }))
      for result in results { #expect(result == halves.content, "seed \(seed)") }
    }
  }
}
