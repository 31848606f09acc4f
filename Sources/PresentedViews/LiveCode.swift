// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

/// A row's live one-time code, as it is shown and read out.
package struct LiveCode: Equatable, Sendable {
  /// Seconds before its end from which on a code is soon over.
  static let soonTime = 5.0

  /// The code in the groups in which people read it: two halves, the second the longer one.
  package let groups: String
  private let validUntil: Double?
  private let period: Double?

  /// Takes the code of a row; nil for a row without one.
  package init?(_ row: PresentableViewValue.Row) {
    guard let code = row.code, !code.isEmpty else { return nil }
    groups = (6...10).contains(code.count) ? "\(code.prefix(code.count / 2)) \(code.dropFirst(code.count / 2))" : code
    validUntil = row.validUntil
    period = row.period
  }

  /// Takes only the time of a code, for who draws its digits elsewhere.
  package init(validUntil: Double?, period: Double?) {
    groups = ""
    self.validUntil = validUntil
    self.period = period
  }

  /// Whole seconds until the code changes; nil for one that does not change by time.
  ///
  /// - Parameter time: seconds since 1970.
  package func seconds(at time: Double) -> Int? {
    validUntil.map { until in
      let left = (until - time).rounded(.up)
      return left.isFinite ? Int(min(max(left, 0), 86_400)) : 0
    }
  }

  /// The share of its period that is left, from 0 to 1.
  package func share(at time: Double) -> Double? {
    guard let validUntil, let period, period > 0 else { return nil }
    return min(max((validUntil - time) / period, 0), 1)
  }

  /// Whether so little time is left that it should stand out.
  package func isSoonOver(at time: Double) -> Bool { validUntil.map { $0 - time <= Self.soonTime } ?? false }
}
