// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SyncModel

/// Wrong clocks, and their correction (decision 57).
extension Simulation {
  /// Returns a difference within ten years; most clocks are approximately right.
  mutating func randomSkew() -> Int64 {
    let year = Int64(365 * 24 * Self.hour)
    // Time does not advance for devices that saw a clock far ahead, so nothing becomes old.
    return chance(longestPause > Self.hour * 24 ? 95 : 70) ? smallSkew() : Int64.random(in: -10 * year...10 * year, using: &generator)
  }

  private mutating func smallSkew() -> Int64 { Int64.random(in: -60_000...60_000, using: &generator) }

  /// Sets a wall clock, which survives a crash.
  mutating func setClock(of device: Int, by skew: Int64) {
    devices[device].skewMilliseconds = skew
    disks[device].skewMilliseconds = skew
  }

  /// I13: all clocks are finally right; then every device changes a record and adds one, and every device gets both.
  mutating func judgeClocks() throws {
    for device in members { setClock(of: device, by: smallSkew()) }
    for writer in members {
      let record = devices[writer].entries.filter { $0.value.current.kind == MergedField.password }.keys
        .min { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      let title = fresh()
      var isNewer = true
      if let record {
        devices[writer].edit(record, at: time) { body, stamp in
          let before = body
          body.set(1, to: Self.value(title), stamp: stamp)
          isNewer = Self.title(of: RecordJoin(before, body, of: record).body) == title
        }
        if !isNewer { violate(.setsClocksRight, "a change by device \(writer) is older than what it changed") }
      }
      let added = RecordName.random(using: &generator)
      let stamp = devices[writer].stamp(at: time)
      devices[writer].add(RecordBody(kind: MergedField.password, fields: [1: .init(value: Self.value(title), stamp: stamp)]), as: added)
      try synchronise(writer)
      for reader in members {
        try synchronise(reader)
        for name in [record, added].compactMap(\.self) {
          let entry = devices[reader].entries[name]
          if entry.map({ !$0.waiting.isEmpty || Self.title(of: $0.current) != title }) ?? true {
            violate(.setsClocksRight, "device \(reader) does not take what device \(writer) wrote")
          }
        }
      }
    }
  }

  private static func title(of body: RecordBody) -> CBORValue? { body.fields[1].flatMap { plain($0.value) } }
}
