// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Dispatch
import Foundation

/// Signs in on a service's page in the user's browser, as in Apple's "Authenticating a User Through a Web Service".
@MainActor
final class WebSignIn: NSObject {
  /// The scheme of the address at which the page ends, which the app has registered with the service.
  static let scheme = "org.example.sign-in"

  private var session: ASWebAuthenticationSession?

  /// Opens the page and waits for the address at which it ends. Control-C cancels the sign-in.
  func run(page: URL) async throws -> URL {
    signal(SIGINT, SIG_IGN)
    let interrupt = DispatchSource.makeSignalSource(signal: SIGINT, queue: .main)
    defer { interrupt.cancel() }
    return try await withCheckedThrowingContinuation { continuation in
      let session = ASWebAuthenticationSession(url: page, callbackURLScheme: Self.scheme) { address, error in
        continuation.resume(with: address.map(Result.success) ?? .failure(error ?? CocoaError(.userCancelled)))
      }
      session.presentationContextProvider = self
      interrupt.setEventHandler { [weak self] in
        MainActor.assumeIsolated { self?.session?.cancel() }
      }
      interrupt.activate()
      self.session = session
      // A session that cannot start calls no handler.
      if !session.start() { continuation.resume(throwing: ASWebAuthenticationSessionError(.presentationContextInvalid)) }
    }
  }
}

extension WebSignIn: ASWebAuthenticationPresentationContextProviding {
  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { ASPresentationAnchor() }
}
