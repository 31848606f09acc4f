// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Dispatch
import Foundation

/// Signs in by a service's page in the person's browser, as Apple's "Authenticating a User Through a Web Service" does it.
@MainActor
final class WebSignIn: NSObject {
  /// The scheme of the address that the page ends at, which the app has registered with the service.
  static let scheme = "org.example.sign-in"

  private var session: ASWebAuthenticationSession?

  /// Opens the page and waits for the address that it ends at; Control-C gives the sign-in up.
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
      // A session that cannot start calls nobody.
      if !session.start() { continuation.resume(throwing: ASWebAuthenticationSessionError(.presentationContextInvalid)) }
    }
  }
}

extension WebSignIn: ASWebAuthenticationPresentationContextProviding {
  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { ASPresentationAnchor() }
}
