// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FetchProtocol
package import FoundationEssentials
import WebDomains

/// The well-known documents that were fetched a while ago, and those on their way: one fetch per document at a time.
package actor WellKnownDocuments {
  /// Brings one answer over one connection, following nothing.
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

  /// Keeps nothing yet.
  ///
  /// - Parameters:
  ///   - developerSites: what the person's developer settings say, asked before each fetch.
  ///   - fetch: starts a fetching process.
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

  /// A machine without a network: no document comes.
  package static let offline = WellKnownDocuments(now: { Date() }, developerSites: { .none }) { _ throws(FetchFailure) in
    throw .noConnection
  }

  /// Whether the person's developer settings name the host.
  package nonisolated func isDeveloperSite(_ host: String) -> Bool { developerSites()[host] != nil }

  /// The answer to a request for a document.
  ///
  /// - Parameter permits: Whether the answer allows what is asked for. A copy that does not is fetched again unless it is fresh, so that
  ///   nobody waits long for a permission that was published meanwhile.
  /// - Throws: why there is none; that is remembered for as short as a refusal.
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

  /// Fetches along the redirects that the document allows, within one span of time for all.
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
      // Other answers of the 3xx class lead nowhere and are no documents.
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

/// How long and how much of well-known documents.
package struct WellKnownLimits: Sendable {
  /// How long a copy permits, in seconds.
  package var lifetime: TimeInterval = 3600
  /// How long a copy refuses, and a failure is remembered, in seconds (security design, rule B12).
  package var refusalLifetime: TimeInterval = 60
  /// How long fetching may take with all redirects, in seconds.
  package var time: TimeInterval = 10
  /// The most copies.
  package var documents = 128
  /// The most bytes of all copies; the newest one stays in any case.
  package var bytes = 2 << 20
  /// The most fetches at once.
  package var atOnce = 4

  /// Uses the defaults.
  package init() {}
}

/// Where a redirect leads, if that may be followed: a domain over TLS, without user information.
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
    // What follows the authority, up to a fragment that no server is sent.
    let rest = url[authority.upperBound...].drop { !"/?#".contains($0) }.prefix { $0 != "#" }
    target = rest.hasPrefix("/") ? String(rest) : "/" + rest
  }
}
