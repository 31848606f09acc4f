// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FetchProtocol
package import FoundationEssentials
import WebDomains

/// The recently fetched well-known documents, and those being fetched: one fetch per document at a time.
package actor WellKnownDocuments {
  /// Fetches one answer over one connection, without following redirects.
  package typealias Fetch = @Sendable (FetchRequest) async throws(FetchFailure) -> FetchAnswer

  private struct Copy {
    let result: Result<FetchAnswer, FetchFailure>
    let fetchedAt: Date

    var byteCount: Int { (try? result.get())?.body.count ?? 0 }
  }

  private let fetch: Fetch
  private let now: @Sendable () -> Date
  private let developerSites: @Sendable () -> DeveloperSites
  private let limits: WellKnownLimits
  private var copies: [WellKnownDocument: Copy] = [:]
  private var underWay: [WellKnownDocument: Task<Copy, Never>] = [:]

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - developerSites: Returns the user's developer settings, before each fetch.
  ///   - fetch: Starts a fetching process.
  package init(
    now: @escaping @Sendable () -> Date, developerSites: @escaping @Sendable () -> DeveloperSites,
    limits: WellKnownLimits = WellKnownLimits(),
    fetch: @escaping Fetch
  ) {
    self.now = now
    self.developerSites = developerSites
    self.limits = limits
    self.fetch = fetch
  }

  /// A cache for a machine without a network, which fetches nothing.
  package static let offline = WellKnownDocuments(now: { Date() }, developerSites: { .none }) { _ throws(FetchFailure) in
    throw .noConnection
  }

  /// Whether the user's developer settings name the host.
  package nonisolated func isDeveloperSite(_ host: String) -> Bool { developerSites()[host] != nil }

  /// Returns the answer to a request for a document.
  ///
  /// - Parameter permits: Whether the answer permits the request. A copy that does not is fetched again unless it is fresh, so that a newly
  ///   published permission takes effect soon.
  /// - Throws: The reason that there is none; it is cached as briefly as a refusal.
  package func answer(
    to document: WellKnownDocument, permitting permits: @Sendable (FetchAnswer) -> Bool
  ) async throws(FetchFailure) -> FetchAnswer {
    if let copy = copies[document] {
      let age = now().timeIntervalSince(copy.fetchedAt)
      let isPermission = (try? copy.result.get()).map(permits) ?? false
      // A developer changes documents all the time; a clock that was set back makes every copy old.
      let lifetime = developerSites()[document.host] != nil ? 0 : isPermission ? limits.lifetime : limits.refusalLifetime
      if age >= 0, age < lifetime { return try copy.result.get() }
    }
    return try await fetched(document).result.get()
  }

  private func fetched(_ document: WellKnownDocument) async -> Copy {
    if let running = underWay[document] { return await running.value }
    guard underWay.count < limits.atOnce else { return Copy(result: .failure(.busy), fetchedAt: now()) }
    let task = Task {
      let result = await follow(document)
      return Copy(result: result, fetchedAt: now())
    }
    underWay[document] = task
    let copy = await task.value
    underWay[document] = nil
    keep(copy, of: document)
    return copy
  }

  /// Fetches along the redirects that the document permits, with one time limit for all.
  private func follow(_ document: WellKnownDocument) async -> Result<FetchAnswer, FetchFailure> {
    let end = now() + limits.time
    let sites = developerSites()
    var host = document.host
    var port: UInt16 = 443
    var target = document.path
    for _ in 0...document.maximumRedirectCount {
      let milliseconds = Int(min(end.timeIntervalSince(now()), limits.time) * 1000)
      guard milliseconds > 0 else { return .failure(.timedOut) }
      var request = FetchRequest(
        host: host, target: target, maximumByteCount: document.maximumByteCount, milliseconds: milliseconds)
      request.port = port
      request.route = port == 443 ? sites[host] : nil
      let answer: FetchAnswer
      do throws(FetchFailure) {
        answer = try await fetch(request)
      } catch {
        return .failure(error)
      }
      // Other answers of the 3xx class are not redirects and not documents.
      guard [301, 302, 303, 307, 308].contains(answer.status) else { return .success(answer) }
      guard document.maximumRedirectCount > 0, let next = answer.redirect.flatMap(RedirectTarget.init) else {
        return .failure(.redirectRefused)
      }
      (host, port, target) = (next.host, next.port, next.target)
    }
    return .failure(.tooManyRedirects)
  }

  private func keep(_ copy: Copy, of document: WellKnownDocument) {
    guard copy.result != .failure(.busy) else { return }
    copies[document] = copy
    var byteCount = copies.values.map(\.byteCount).reduce(0, +)
    for (oldest, gone) in copies.sorted(by: { $0.value.fetchedAt < $1.value.fetchedAt })
    where oldest != document && (copies.count > limits.documents || byteCount > limits.bytes) {
      copies[oldest] = nil
      byteCount -= gone.byteCount
    }
  }
}

/// The limits for well-known documents.
package struct WellKnownLimits: Sendable {
  /// The time for which a copy with a permission is valid, in seconds.
  package var lifetime: TimeInterval = 3600
  /// The time for which a copy without a permission, or a failure, is valid, in seconds (security design, rule B12).
  package var refusalLifetime: TimeInterval = 60
  /// The time limit for fetching with all redirects, in seconds.
  package var time: TimeInterval = 10
  /// The maximum number of copies.
  package var documents = 128
  /// The maximum length of all copies in bytes; the newest one is kept in any case.
  package var bytes = 2 << 20
  /// The maximum number of concurrent fetches.
  package var atOnce = 4

  /// Uses the defaults.
  package init() {}
}

/// The target of a redirect that may be followed: a domain over TLS, without user information.
struct RedirectTarget {
  let host: String
  let port: UInt16
  let target: String

  init?(_ url: String) {
    guard url.utf8.count <= 4096, let origin = try? Origin(url: url), origin.scheme == .https, let domain = origin.host.domainName,
      let authority = url.firstRange(of: "://")
    else { return nil }
    host = domain
    port = origin.effectivePort
    // The part after the authority, without the fragment, which is never sent to a server.
    let rest = url[authority.upperBound...].drop { !"/?#".contains($0) }.prefix { $0 != "#" }
    target = rest.hasPrefix("/") ? String(rest) : "/" + rest
  }
}
