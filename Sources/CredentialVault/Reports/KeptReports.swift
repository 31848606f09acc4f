// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel

/// Reports received while the vault is locked, still encrypted. Their number is bounded, and only the last of several reports on the same
/// subject is kept.
package struct KeptReports: Sendable {
  /// The maximum number of one service's reports, and of their bytes, so that no service displaces the others.
  static let serviceLimit = 32
  static let serviceByteLimit = 512 * 1024
  /// The maximum total number of reports.
  static let limit = 512
  /// The maximum length of an encrypted report in bytes; the client door accepts no more either.
  static let reportByteLimit = 300 * 1024
  /// The maximum length of the file in bytes.
  static let fileByteLimit = 4 << 20

  private struct Report: Sendable {
    /// Its subject; nil for a report from an earlier process, which this one cannot read yet.
    let topic: AccountReport.Topic?
    let sealed: [UInt8]
  }

  private static let mark = Array("PFN1".utf8)
  private var reports: [Report] = []

  /// The reports, oldest first.
  var sealed: [[UInt8]] { reports.map(\.sealed) }

  init() {}

  /// Replaces an older report on the same subject. If there are too many, the oldest of the same service is removed.
  mutating func keep(_ sealed: [UInt8], about topic: AccountReport.Topic) {
    reports.removeAll { $0.topic == topic }
    while true {
      let own = reports.indices.filter { reports[$0].topic?.service == topic.service }
      let ownBytes = own.reduce(sealed.count) { $0 + reports[$1].sealed.count }
      guard let oldest = own.first, own.count >= Self.serviceLimit || ownBytes > Self.serviceByteLimit else { break }
      reports.remove(at: oldest)
    }
    reports.append(Report(topic: topic, sealed: sealed))
    while reports.count > Self.limit || byteCount > Self.fileByteLimit { reports.removeFirst() }
  }

  private var byteCount: Int { reports.reduce(Self.mark.count) { $0 + 4 + $1.sealed.count } }

  /// The file's content.
  package var encoded: [UInt8] {
    var bytes = Self.mark
    bytes.reserveCapacity(byteCount)
    for report in reports {
      bytes += withUnsafeBytes(of: UInt32(clamping: report.sealed.count).bigEndian) { Array($0) }
      bytes += report.sealed
    }
    return bytes
  }

  /// Decodes a file's content; nil for anything but the output of `encoded`.
  package init?(decoding bytes: [UInt8]) {
    guard bytes.count <= Self.fileByteLimit, bytes.starts(with: Self.mark) else { return nil }
    var rest = bytes.dropFirst(Self.mark.count)
    while !rest.isEmpty {
      let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      guard rest.count >= 4, (1...Self.reportByteLimit).contains(count), count <= rest.count - 4, reports.count < Self.limit else {
        return nil
      }
      reports.append(Report(topic: nil, sealed: Array(rest.dropFirst(4).prefix(count))))
      rest = rest.dropFirst(4 + count)
    }
  }
}
