// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// How one packaging of a browser stands.
package struct BrowserReport: Encodable, Hashable, Sendable {
  /// How it stands towards the host.
  package enum State: String, Encodable, Sendable {
    case registered
    case notRegistered
    /// The manifest names the program of another copy of Passfold.
    case registeredElsewhere
    /// The manifest names a program that is not there, or cannot be started.
    case programMissing
    /// The manifest is not what Passfold writes.
    case changed
    /// The manifest cannot be read.
    case unreadable
    /// This packaging of the browser starts no host outside its sandbox.
    case notPossible
  }

  /// The browser, by the name that commands take.
  package var browser: KnownBrowser
  /// How it was installed.
  package var packaging: BrowserPackaging
  /// The name for people.
  package var name: String
  /// The browser's program; nil when only its profiles are there.
  package var program: String?
  /// The folders with its profiles that are there.
  package var profiles: [String]
  /// How it stands towards the host.
  package var state: State
  /// Who starts the host.
  package var start: BrowserPlace.Start
  /// For a browser whose host is started by a helper: whether the one that can be seen is installed.
  package var helperFound: Bool?
  /// The manifest's path.
  package var manifest: String?
  /// The program that the manifest names.
  package var host: String?
  /// What its profiles say of the extension; nil when nobody looked.
  package var `extension`: ExtensionSighting?
  /// The names of its profiles that the person has connected; nil when nobody asked, or the answer cannot be told from others.
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

/// What `install` or `remove` did for one packaging of a browser.
package struct BrowserChange: Encodable, Hashable, Sendable {
  /// What was done.
  package enum Outcome: String, Encodable, Sendable {
    case installed
    case alreadyThere
    case removed
    case nothingThere
    /// Somebody changed the manifest, so it was left.
    case leftChanged
    /// The manifest is another copy's, so it was left.
    case leftForAnotherCopy
    case notPossible
    case failed
  }

  /// The browser, by the name that commands take.
  package var browser: KnownBrowser
  /// How it was installed.
  package var packaging: BrowserPackaging
  /// The name for people.
  package var name: String
  /// What was done.
  package var outcome: Outcome
  /// Who starts the host.
  package var start: BrowserPlace.Start
  /// The manifest's path.
  package var manifest: String?
  /// For a failure, the path that could not be made, written or removed.
  package var failedPath: String?
  /// For a failure, the system's error number.
  package var errorNumber: Int32?

  /// Describes what was done.
  package init(place: BrowserPlace, outcome: Outcome, failure: CommandFailure? = nil) {
    browser = place.browser
    packaging = place.packaging
    name = place.name
    self.outcome = outcome
    start = place.start
    manifest = place.manifest
    if case .system(let path, let number)? = failure { (failedPath, errorNumber) = (path, number) }
  }

  /// Whether the person has to do something before what was asked for is done.
  package var isUnfinished: Bool { [.leftChanged, .leftForAnotherCopy, .failed].contains(outcome) }
}
