// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalTransport
import SecretMemory

/// The time of a website, from the `Date` header of its responses.
///
/// Runs curl as a separate process: no network code and no certificate store enter a process that handles secrets, and the
/// system keeps curl up to date. It checks the certificate, follows no redirect, reads no settings file, and is bounded in time and size.
package struct SiteTime {
  /// The number of requests to a site; each response narrows the second that a `Date` leaves open.
  private static let questions = 4
  /// The maximum duration of one response, in seconds.
  private static let timeLimit = 10

  /// Asks a site.
  static func drift(of site: String) throws(CommandFailure) -> ClockDrift {
    guard site.lowercased().hasPrefix("https://"), site.utf8.count <= 2_048, site.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .siteTimeUnknown(.notHTTPS)
    }
    var known: ClockDrift?
    for number in 0..<questions {
      // A quarter of a second apart, so that the site's second changes between two responses.
      if number > 0 { usleep(270_000) }
      let drift = try ask(site)
      guard let before = known else {
        known = drift
        continue
      }
      guard let both = before.intersection(drift) else { throw .siteTimeUnknown(.noDate) }
      known = both
    }
    guard let known else { throw .siteTimeUnknown(.noDate) }
    return known
  }

  private static func ask(_ site: String) throws(CommandFailure) -> ClockDrift {
    let run = ProgramRun(
      program: "curl",
      arguments: [
        "--disable", "--silent", "--head", "--proto", "=https", "--max-redirs", "0", "--max-time", String(timeLimit), "--max-filesize",
        "65536",
        "--header", "Cache-Control: no-cache", "--write-out", "\\npassfold %{time_pretransfer} %{time_starttransfer} %{time_total}\\n",
        "--",
        site,
      ], outputLimit: 65_536, timeLimit: Double(timeLimit) + 2)
    let begun = SystemClock.now
    let steady = SystemClock.steady
    let outcome = try run.outcome()
    let ended = begun + (SystemClock.steady - steady)
    switch outcome.status {
    case 0: break
    case 28: throw .siteTimeUnknown(.slow)
    case 35, 51, 58, 60, 77, 83, 90, 91: throw .siteTimeUnknown(.certificate)
    case 3: throw .siteTimeUnknown(.notHTTPS)
    default: throw .siteTimeUnknown(.notReached)
    }
    guard let output = outcome.output else { throw .siteTimeUnknown(.noDate) }
    return try drift(in: output.withBytes { String(decoding: $0, as: UTF8.self) }, begun: begun, ended: ended)
  }

  /// Parses the header and curl's own timing.
  ///
  /// - Parameters:
  ///   - begun: The time at which the program was started.
  ///   - ended: The time at which it had exited.
  package static func drift(in text: String, begun: Double, ended: Double) throws(CommandFailure) -> ClockDrift {
    var dates: [String] = []
    var isCached = false
    var times: [Double] = []
    // A carriage return and a line feed form one character.
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("passfold ") { times = line.split(separator: " ").dropFirst().compactMap { Double($0) } }
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      switch line[..<colon].lowercased() {
      case "date": dates.append(String(value))
      case "age": isCached = isCached || value != "0"
      default: break
      }
    }
    guard !isCached else { throw .siteTimeUnknown(.cached) }
    guard dates.count == 1, let date = dates.first.flatMap({ HTTPDate.seconds($0) }), times.count == 3,
      0 <= times[0], times[0] <= times[1], times[1] <= times[2]
    else { throw .siteTimeUnknown(.noDate) }
    let drift = ClockDrift(date: date, sent: begun + times[0], received: ended - (times[2] - times[1]))
    guard let drift, drift.uncertainty < 3 else { throw .siteTimeUnknown(.slow) }
    return drift
  }
}
