// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// What keeps a sign-in from being done in the browser.
struct WebAuthenticationFailure: Error, Sendable, Equatable {
  /// The kinds of failure; the set may grow.
  struct Code: Hashable, Sendable {
    let name: String

    /// There is no display, or no program to open links with.
    static let noBrowser = Code(name: "noBrowser")
    /// The way back from the browser could not be laid.
    static let handlerNotInstalled = Code(name: "handlerNotInstalled")
    /// The callback's form is none that the system's browser can come back by.
    static let unsupportedCallback = Code(name: "unsupportedCallback")
  }

  let code: Code
  /// What was in the way.
  let detail: String?

  init(_ code: Code, detail: String? = nil) {
    self.code = code
    self.detail = detail
  }

  /// What happened and what to do, in the words that the program's error carries.
  var reason: String {
    switch code {
    case .noBrowser:
      "No browser could be opened: there is no display, or no xdg-open. Start the program in a desktop session with xdg-utils installed."
    case .handlerNotInstalled:
      "The way back from the browser could not be laid (\(detail ?? "unknown")). Nothing was opened; see that the home folder can be written."
    default:
      "The callback must be a scheme of the program's own: a browser hands no https page to another program on Linux."
    }
  }

  /// The error that a program is given.
  var error: ASWebAuthenticationSessionError {
    ASWebAuthenticationSessionError(
      .presentationContextInvalid, userInfo: [NSLocalizedFailureReasonErrorKey: reason, NSLocalizedDescriptionKey: reason])
  }
}
