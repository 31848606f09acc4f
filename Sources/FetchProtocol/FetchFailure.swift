// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The reason why a document could not be fetched. The set may grow.
package struct FetchFailure: Error, Sendable, Hashable {
  /// The failure's stable name.
  package let name: String

  private init(_ name: String) {
    self.name = name
  }

  /// The host's name has no address.
  package static let nameNotFound = FetchFailure("nameNotFound")
  /// The name resolves to this machine or a private network.
  package static let privateAddress = FetchFailure("privateAddress")
  /// No connection to any of the host's addresses succeeded.
  package static let noConnection = FetchFailure("noConnection")
  /// The server's certificate is not valid for this host at present.
  package static let untrustedCertificate = FetchFailure("untrustedCertificate")
  /// The file with a developer's authority cannot be read.
  package static let authorityUnreadable = FetchFailure("authorityUnreadable")
  /// The time limit was exceeded.
  package static let timedOut = FetchFailure("timedOut")
  /// The body exceeds the size limit.
  package static let tooLarge = FetchFailure("tooLarge")
  /// The server does not speak HTTP over TLS, or its response is incomplete.
  package static let brokenAnswer = FetchFailure("brokenAnswer")
  /// A redirect leads away from `https:`, has no valid target, or is not allowed.
  package static let redirectRefused = FetchFailure("redirectRefused")
  /// There are more redirects than allowed.
  package static let tooManyRedirects = FetchFailure("tooManyRedirects")
  /// Too many documents are being fetched at the same time.
  package static let busy = FetchFailure("busy")
  /// The fetching process could not be started or confined, or ended without an outcome.
  package static let fetcherFailed = FetchFailure("fetcherFailed")

  /// The failures that a fetching process may report.
  private static let spoken: [FetchFailure] = [
    .nameNotFound, .privateAddress, .noConnection, .untrustedCertificate, .authorityUnreadable, .timedOut, .tooLarge, .brokenAnswer,
    .fetcherFailed,
  ]

  init?(name: String) {
    guard let known = Self.spoken.first(where: { $0.name == name }) else { return nil }
    self = known
  }
}
