// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

/// A row's live one-time code, as displayed and read aloud.
package struct LiveCode: Equatable, Sendable {
  /// The remaining seconds from which a code counts as nearly expired.
  static let soonTime = 5.0

  /// The code in the groups in which people read it: two halves, the second the longer one.
  package let groups: String
  private let validUntil: Double?
  private let period: Double?

  /// Creates a live code for a row; nil for a row without one.
  package init?(_ row: PresentableViewValue.Row) {
    guard let code = row.code, !code.isEmpty else { return nil }
    groups = (6...10).contains(code.count) ? "\(code.prefix(code.count / 2)) \(code.dropFirst(code.count / 2))" : code
    validUntil = row.validUntil
    period = row.period
  }

  /// Contains only the timing of a code, for surfaces that draw its digits elsewhere.
  package init(validUntil: Double?, period: Double?) {
    groups = ""
    self.validUntil = validUntil
    self.period = period
  }

  /// The whole seconds until the code changes; nil if it does not change with time.
  ///
  /// - Parameter time: Seconds since 1970.
  package func seconds(at time: Double) -> Int? {
    validUntil.map { until in
      let left = (until - time).rounded(.up)
      return left.isFinite ? Int(min(max(left, 0), 86_400)) : 0
    }
  }

  /// The remaining share of its period, from 0 to 1.
  package func share(at time: Double) -> Double? {
    guard let validUntil, let period, period > 0 else { return nil }
    return min(max((validUntil - time) / period, 0), 1)
  }

  /// Whether so little time is left that the code should stand out.
  package func isSoonOver(at time: Double) -> Bool { validUntil.map { $0 - time <= Self.soonTime } ?? false }
}
