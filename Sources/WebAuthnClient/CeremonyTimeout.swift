// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// How long a ceremony may take (WebAuthn L3 §5.1.3 step 4, §5.1.4.1 step 4).
public enum CeremonyTimeout {
  /// The recommended range: five to ten minutes, so that nobody is hurried (WebAuthn L3 §15.1).
  public static let range: ClosedRange<Duration> = .seconds(300) ... .seconds(600)

  /// Brings the relying party's wish, in milliseconds, into the range; an absent or senseless one gives the lower end.
  public static func clamped(_ milliseconds: Double?) -> Duration {
    guard let milliseconds, milliseconds.isFinite, milliseconds > 0 else { return range.lowerBound }
    let capped = min(milliseconds, 600_000)
    return min(max(.milliseconds(Int(capped)), range.lowerBound), range.upperBound)
  }
}
