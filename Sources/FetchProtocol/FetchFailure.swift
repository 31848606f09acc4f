// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Why a document did not come; the set may grow.
package struct FetchFailure: Error, Sendable, Hashable {
  /// The failure's stable name.
  package let name: String

  private init(_ name: String) {
    self.name = name
  }

  /// The host's name has no address.
  package static let nameNotFound = FetchFailure("nameNotFound")
  /// The name leads to this machine or to a private network.
  package static let privateAddress = FetchFailure("privateAddress")
  /// Nobody answers at any of the host's addresses.
  package static let noConnection = FetchFailure("noConnection")
  /// The server's certificate is not to be trusted for this host now.
  package static let untrustedCertificate = FetchFailure("untrustedCertificate")
  /// The file with a developer's authority cannot be read.
  package static let authorityUnreadable = FetchFailure("authorityUnreadable")
  /// The time was up.
  package static let timedOut = FetchFailure("timedOut")
  /// The body has more bytes than were to be taken.
  package static let tooLarge = FetchFailure("tooLarge")
  /// The server speaks no HTTP over TLS, or not to the end.
  package static let brokenAnswer = FetchFailure("brokenAnswer")
  /// A redirect leads away from `https:`, to nowhere, or comes where none is followed.
  package static let redirectRefused = FetchFailure("redirectRefused")
  /// More redirects than are followed.
  package static let tooManyRedirects = FetchFailure("tooManyRedirects")
  /// More documents are on their way than may be at once.
  package static let busy = FetchFailure("busy")
  /// The fetching process cannot be started, cannot lock itself in, or ended without a word.
  package static let fetcherFailed = FetchFailure("fetcherFailed")

  /// The failures that a fetching process may name.
  private static let spoken: [FetchFailure] = [
    .nameNotFound, .privateAddress, .noConnection, .untrustedCertificate, .authorityUnreadable, .timedOut, .tooLarge, .brokenAnswer,
    .fetcherFailed,
  ]

  init?(name: String) {
    guard let known = Self.spoken.first(where: { $0.name == name }) else { return nil }
    self = known
  }
}
