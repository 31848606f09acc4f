// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The time limit of a ceremony (WebAuthn L3 §5.1.3 step 4, §5.1.4.1 step 4).
public enum CeremonyTimeout {
  /// From 3 minutes, the minimum in Chromium whatever the page requests, to 10 minutes, the maximum that WebAuthn L3 §15.1 recommends.
  public static let range: ClosedRange<Duration> = .seconds(180) ... .seconds(600)
  /// The limit if the relying party does not specify one: the 5 minutes that §15.1 recommends.
  public static let `default`: Duration = .seconds(300)

  /// Clamps the relying party's value, in milliseconds, to the range. Returns the default limit if it is absent or invalid.
  public static func clamped(_ milliseconds: Double?) -> Duration {
    guard let milliseconds, milliseconds.isFinite, milliseconds >= 0 else { return Self.default }
    let capped = min(milliseconds, 600_000)
    return min(max(.milliseconds(Int(capped)), range.lowerBound), range.upperBound)
  }
}
