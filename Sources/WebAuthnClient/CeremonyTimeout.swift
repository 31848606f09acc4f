// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// How long a ceremony may take (WebAuthn L3 §5.1.3 step 4, §5.1.4.1 step 4).
public enum CeremonyTimeout {
  /// From three minutes, the least that Chromium gives a person whatever the page asks, to ten, the most that WebAuthn L3 §15.1 recommends.
  public static let range: ClosedRange<Duration> = .seconds(180) ... .seconds(600)
  /// For a relying party without a wish: the five minutes that §15.1 recommends.
  public static let usual: Duration = .seconds(300)

  /// Brings the relying party's wish, in milliseconds, into the range; an absent or senseless one gives the usual time.
  public static func clamped(_ milliseconds: Double?) -> Duration {
    guard let milliseconds, milliseconds.isFinite, milliseconds >= 0 else { return usual }
    let capped = min(milliseconds, 600_000)
    return min(max(.milliseconds(Int(capped)), range.lowerBound), range.upperBound)
  }
}
