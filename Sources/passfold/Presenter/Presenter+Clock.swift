// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
package import VaultProtocol

/// The result of `passfold clock`.
package struct ClockReport: Encodable, Sendable {
  /// The smallest drift, in seconds, that is worth compensating.
  package static let smallest = 1.0

  /// The name of the service that synchronises the clock; nil if unknown.
  package var source: String?
  /// Whether the clock is synchronised; nil if unknown.
  package var synchronized: Bool?
  /// The offset of the correct time, in seconds; nil if it was not measured.
  package var offset: Double?
  /// The maximum error of the offset, in seconds.
  package var uncertainty: Double?
  /// The offset, in seconds, of the time for which codes are computed; nil for none.
  package var compensation: Double?
  /// Whether an earlier compensation no longer applies.
  package var compensationIsVoid: Bool

  /// Combines the results; a site's time takes precedence over the computer's own.
  package init(keeper: TimeKeeper?, drift: ClockDrift?, state: VaultAnswer.ClockState?) {
    source = keeper?.source.rawValue
    synchronized = keeper?.isSynchronized
    offset = drift?.seconds ?? keeper?.offset
    uncertainty = drift?.uncertainty
    compensation = state?.compensation
    compensationIsVoid = state?.void ?? false
  }
}

extension Presenter {
  /// The output of `clock`.
  package func clock(_ report: ClockReport) -> String {
    if format == .json { return json(report) }
    var lines: [String] = []
    switch (report.synchronized, report.source) {
    case (true, let source?): lines.append(translated("The clock is synchronised (\(source))."))
    case (false, _): lines.append(translated("Nothing on this computer synchronises the clock."))
    default: lines.append(translated("It is unknown whether the clock is synchronised."))
    }
    if let offset = report.offset {
      let isRight = abs(offset) <= max(report.uncertainty ?? 0, 0.5)
      lines.append(isRight ? Self.right(report.uncertainty) : Self.wrong(offset, report.uncertainty))
      if !isRight, abs(offset) >= ClockReport.smallest, report.compensation == nil {
        lines.append(
          translated("Set the clock if you can. Otherwise add --compensate to the same command to compute codes for the correct time."))
      }
    } else if report.synchronized != true {
      lines.append(translated("To measure it, specify a site that you trust: passfold clock --site https://…"))
    }
    if let compensation = report.compensation {
      lines.append(
        compensation > 0
          ? translated("Codes are computed for a time \(Self.seconds(compensation)) later than the clock's.")
          : translated("Codes are computed for a time \(Self.seconds(-compensation)) earlier than the clock's."))
    } else if report.compensationIsVoid {
      lines.append(
        translated("An earlier correction no longer applies: the clock was set or the computer restarted. Codes follow the clock."))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The output of `clock --compensate` and `--stop-compensating`.
  package func compensation(_ state: VaultAnswer.ClockState) -> String {
    if format == .json { return json(state) }
    guard let seconds = state.compensation else { return translated("Codes are computed for this computer's time.") + "\n" }
    let text =
      seconds > 0
      ? translated(
        "Codes are computed for a time \(Self.seconds(seconds)) later than the clock's, until the clock is set or the computer restarts.")
      : translated(
        "Codes are computed for a time \(Self.seconds(-seconds)) earlier than the clock's, until the clock is set or the computer restarts."
      )
    return text + " " + translated("To stop this: passfold clock --stop-compensating") + "\n"
  }

  private static func right(_ uncertainty: Double?) -> String {
    guard let uncertainty else { return translated("As far as could be measured, it is right.") }
    return translated("As far as could be measured, it is right (± \(seconds(uncertainty))).")
  }

  private static func wrong(_ offset: Double, _ uncertainty: Double?) -> String {
    let (difference, margin) = (seconds(abs(offset)), uncertainty.map(seconds))
    return switch (offset > 0, margin) {
    case (true, let margin?): translated("It is \(difference) slow (± \(margin)).")
    case (true, nil): translated("It is \(difference) slow.")
    case (false, let margin?): translated("It is \(difference) fast (± \(margin)).")
    case (false, nil): translated("It is \(difference) fast.")
    }
  }

  /// A number of seconds with one decimal place.
  private static func seconds(_ seconds: Double) -> String {
    let tenths = Int((min(max(seconds, 0), 1e9) * 10).rounded())
    return translated("\(tenths / 10).\(tenths % 10) s")
  }
}
