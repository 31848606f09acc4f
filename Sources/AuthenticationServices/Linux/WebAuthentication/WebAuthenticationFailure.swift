// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The reason why a sign-in in the browser failed.
struct WebAuthenticationFailure: Error, Sendable, Equatable {
  /// The kinds of failure. The set may grow.
  struct Code: Hashable, Sendable {
    let name: String

    /// There is no display, or no program to open links with.
    static let noBrowser = Code(name: "noBrowser")
    /// The handler for the link back from the browser could not be installed.
    static let handlerNotInstalled = Code(name: "handlerNotInstalled")
    /// The system's browser does not support the form of the callback.
    static let unsupportedCallback = Code(name: "unsupportedCallback")
  }

  let code: Code
  /// The cause.
  let detail: String?

  init(_ code: Code, detail: String? = nil) {
    self.code = code
    self.detail = detail
  }

  /// The problem and its remedy, as worded in the program's error.
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

  /// The error for the program.
  var error: ASWebAuthenticationSessionError {
    ASWebAuthenticationSessionError(
      .presentationContextInvalid, userInfo: [NSLocalizedFailureReasonErrorKey: reason, NSLocalizedDescriptionKey: reason])
  }
}
