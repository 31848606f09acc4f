// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// One line of the report; its members are the columns of `bench-output/report.json`.
struct ReportRow: Encodable {
  var name: String
  var value: Double
  var unit: String
  var against: String?
  var ratio: Double?
  var bound: Double?
  var holds: Bool

  /// A value on its own.
  init(name: String, value: Double, unit: String) {
    self.name = name
    self.value = value
    self.unit = unit
    holds = true
  }

  /// A ratio that may be at most its bound, where one is promised.
  init(name: String, value: Double, unit: String, against: String, ratio: Double, atMost bound: Double?) {
    self.init(name: name, value: value, unit: unit)
    self.against = against
    self.ratio = ratio
    self.bound = bound
    holds = bound.map { ratio <= $0 } ?? true
  }

  /// A ratio that has to be at least its bound.
  init(name: String, value: Double, unit: String, against: String, ratio: Double, atLeast bound: Double) {
    self.init(name: name, value: value, unit: unit)
    self.against = against
    self.ratio = ratio
    self.bound = bound
    holds = ratio >= bound
  }
}
