// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPassfoldSystem
import Glibc
import LocalEndpoint
import LocalTransport
import SecretMemory

/// The service that synchronises this computer's clock, as far as can be determined without the network.
package struct TimeKeeper: Hashable, Sendable {
  /// The source of the information.
  package enum Source: String, Encodable, Hashable, Sendable {
    case chrony
    case timesyncd = "systemd-timesyncd"
    case kernel
  }

  /// The source of the information.
  package var source: Source
  /// Whether something synchronises the clock.
  package var isSynchronized: Bool
  /// The offset of the correct time at the last measurement, in seconds; nil if the source does not report it.
  package var offset: Double?

  /// Describes the result.
  package init(source: Source, isSynchronized: Bool, offset: Double? = nil) {
    self.source = source
    self.isSynchronized = isSynchronized
    self.offset = offset
  }

  /// Asks chrony, then systemd, then the kernel; nil if not even the kernel reports it.
  static func find() -> TimeKeeper? {
    if let text = output(of: "chronyc", ["-n", "tracking"]), let found = chrony(text) { return found }
    if let text = output(of: "timedatectl", ["timesync-status"]), let found = timesyncd(text), found.isSynchronized { return found }
    var isSynchronized = false
    var error: Int64 = 0
    guard passfold_kernel_clock(&isSynchronized, &error) == 0 else { return nil }
    return TimeKeeper(source: .kernel, isSynchronized: isSynchronized)
  }

  /// Reads `chronyc tracking`; nil if chrony is not running.
  package static func chrony(_ text: String) -> TimeKeeper? {
    let fields = fields(in: text)
    guard let leap = fields["Leap status"] else { return nil }
    guard leap != "Not synchronised" else { return TimeKeeper(source: .chrony, isSynchronized: false) }
    // "0.000006523 seconds slow of NTP time": the correct time is ahead of a slow clock.
    let words = (fields["System time"] ?? "").split(separator: " ")
    let offset = words.first.flatMap { Double($0) }.map { words.contains("slow") ? $0 : -$0 }
    return TimeKeeper(source: .chrony, isSynchronized: true, offset: offset)
  }

  /// Reads `timedatectl timesync-status`; nil if systemd does not synchronise the clock.
  package static func timesyncd(_ text: String) -> TimeKeeper? {
    let fields = fields(in: text)
    guard fields["Server"] != nil, let packets = fields["Packet count"].flatMap({ Int($0) }) else { return nil }
    return TimeKeeper(source: .timesyncd, isSynchronized: packets > 0, offset: fields["Offset"].flatMap(span))
  }

  /// A time span as systemd writes it, such as "+1.5ms" or "-2min 3s".
  private static func span(_ text: String) -> Double? {
    let units = [("us", 1e-6), ("ms", 1e-3), ("min", 60.0), ("s", 1.0), ("h", 3_600.0)]
    var sum = 0.0
    for word in text.drop(while: { "+-".contains($0) }).split(separator: " ") {
      guard let (unit, factor) = units.first(where: { word.hasSuffix($0.0) }), let number = Double(word.dropLast(unit.count)) else {
        return nil
      }
      sum += number * factor
    }
    return text.hasPrefix("-") ? -sum : sum
  }

  private static func fields(in text: String) -> [String: String] {
    var fields: [String: String] = [:]
    for line in text.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = String(line[..<colon].drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      fields[name] = String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    return fields
  }

  private static func output(of program: String, _ arguments: [String]) -> String? {
    // In the C locale, because the output is parsed.
    let run = ProgramRun(program: "env", arguments: ["LC_ALL=C", program] + arguments, outputLimit: 16_384, timeLimit: 3)
    guard let outcome = try? run.run(), outcome.status == 0, let output = outcome.output else { return nil }
    return output.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}
