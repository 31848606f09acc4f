// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices

extension ASCredentialProviderExtensionContext {
  /// Runs the work for a request in a task, which is cancelled when the user or the page gives up the request.
  ///
  /// An error thrown by the work cancels the request. Swift's `CancellationError` and the end of a view count as cancellation by the user,
  /// and a view in a call without an interface as `userInteractionRequired`. Any other error is passed to `cancelRequest(withError:)`.
  @MainActor
  public func handleRequest(_ work: @escaping @MainActor () async throws -> Void) {
    guard let request else { return }
    request.working(true)
    let task = Task { @MainActor in
      defer { request.working(false) }
      do {
        try await work()
      } catch is CancellationError {
        request.cancel(code: .userCanceled, reason: nil)
      } catch let error as CredentialProviderHostError where error.code == .noInterface {
        request.cancel(code: .userInteractionRequired, reason: error.code.name)
      } catch is CredentialProviderHostError {
        request.cancel(code: .userCanceled, reason: nil)
      } catch let error as ASAuthorizationError where error.code == .canceled {
        // The user refused something that the request had to ask of the system.
        request.cancel(code: .userCanceled, reason: nil)
      } catch {
        request.cancel(with: error)
      }
    }
    // Once a request is answered, its work may still clean up. The work is stopped only if the request was given up.
    request.whenOver { ending in
      if ending == .givenUp { task.cancel() }
    }
  }
}
