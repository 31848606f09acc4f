// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The state of one packaging of a browser.
package struct BrowserReport: Encodable, Hashable, Sendable {
  /// The state of its registration.
  package enum State: String, Encodable, Sendable {
    case registered
    case notRegistered
    /// The manifest names the program of another copy of Passfold.
    case registeredElsewhere
    /// The manifest names a program that does not exist or cannot be started.
    case programMissing
    /// The manifest differs from the one that Passfold writes.
    case changed
    /// The manifest cannot be read.
    case unreadable
    /// This packaging of the browser cannot start a host outside its sandbox.
    case notPossible
  }

  /// The browser, by its name on the command line.
  package var browser: KnownBrowser
  /// The way it was installed.
  package var packaging: BrowserPackaging
  /// The displayed name.
  package var name: String
  /// The browser's program; nil if only its profiles exist.
  package var program: String?
  /// The existing folders with its profiles.
  package var profiles: [String]
  /// The state of its registration.
  package var state: State
  /// The program that starts the host.
  package var start: BrowserPlace.Start
  /// For a browser whose host is started by a helper: whether the detectable helper is installed.
  package var helperFound: Bool?
  /// The manifest's path.
  package var manifest: String?
  /// The program that the manifest names.
  package var host: String?
  /// The extension's state in its profiles; nil if not checked.
  package var `extension`: ExtensionSighting?
  /// The names of its profiles that the user has connected; nil if unknown, or if they cannot be distinguished from those of other
  /// browsers.
  package var connected: [String]?

  /// Describes a browser.
  package init(place: BrowserPlace, state: State, host: String? = nil) {
    browser = place.browser
    packaging = place.packaging
    name = place.name
    profiles = []
    self.state = state
    start = place.start
    manifest = place.manifest
    self.host = host
  }
}

/// The result of `install` or `remove` for one packaging of a browser.
package struct BrowserChange: Encodable, Hashable, Sendable {
  /// The outcome.
  package enum Outcome: String, Encodable, Sendable {
    case installed
    case alreadyThere
    case removed
    case nothingThere
    /// The manifest had been changed, so it was left.
    case leftChanged
    /// The manifest belongs to another copy, so it was left.
    case leftForAnotherCopy
    case notPossible
    case failed
  }

  /// The browser, by its name on the command line.
  package var browser: KnownBrowser
  /// The way it was installed.
  package var packaging: BrowserPackaging
  /// The displayed name.
  package var name: String
  /// The outcome.
  package var outcome: Outcome
  /// The program that starts the host.
  package var start: BrowserPlace.Start
  /// The manifest's path.
  package var manifest: String?
  /// For a failure, the path that could not be created, written or removed.
  package var failedPath: String?
  /// For a failure, the system's error number.
  package var errorNumber: Int32?

  /// Describes a result.
  package init(place: BrowserPlace, outcome: Outcome, failure: CommandFailure? = nil) {
    browser = place.browser
    packaging = place.packaging
    name = place.name
    self.outcome = outcome
    start = place.start
    manifest = place.manifest
    if case .system(let path, let number)? = failure { (failedPath, errorNumber) = (path, number) }
  }

  /// Whether the user has to do something before the request is complete.
  package var isUnfinished: Bool { [.leftChanged, .leftForAnotherCopy, .failed].contains(outcome) }
}
