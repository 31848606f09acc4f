// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Compares two pieces of work in one run: short blocks of one and the other take turns, so that what the machine does besides hits both.
struct PairedMeasurement {
  /// Median seconds of one run of the work.
  let seconds: Double
  /// Median seconds of one run of what it is held against.
  let baselineSeconds: Double
  /// Median over all pairs of blocks of work divided by baseline.
  let ratio: Double
  /// The quickest block of each, in seconds of one run: for work on several cores, which other programs hold at times.
  let quickest: (work: Double, baseline: Double)

  /// Measures.
  ///
  /// - Parameters:
  ///   - blocks: How many pairs of blocks.
  ///   - runs: How many runs make a block.
  init(blocks: Int = 201, runs: Int = 2000, work: () -> Void, baseline: () -> Void) {
    let clock = ContinuousClock()
    func block(_ body: () -> Void) -> Double {
      clock.measure { for _ in 0..<runs { body() } } / .seconds(1) / Double(runs)
    }
    _ = (block(work), block(baseline))
    var pairs: [(work: Double, baseline: Double)] = []
    for number in 0..<blocks {
      // Who comes first alternates, too.
      if number.isMultiple(of: 2) {
        let first = block(work)
        pairs.append((first, block(baseline)))
      } else {
        let first = block(baseline)
        pairs.append((block(work), first))
      }
    }
    seconds = Self.median(pairs.map(\.work))
    baselineSeconds = Self.median(pairs.map(\.baseline))
    ratio = Self.median(pairs.map { $0.work / $0.baseline })
    quickest = (pairs.map(\.work).min() ?? seconds, pairs.map(\.baseline).min() ?? baselineSeconds)
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted[sorted.count / 2]
  }
}

/// Takes a value in a way that the optimiser cannot see through, so that the work that made it stays.
@inline(never)
func keep<Value>(_ value: Value) {
  withExtendedLifetime(value) {}
}
