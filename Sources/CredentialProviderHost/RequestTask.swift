// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices

extension ASCredentialProviderExtensionContext {
  /// Runs the work of a request in a task of its own, which is cancelled when the person or the page gives the request up.
  ///
  /// An error that the work throws cancels the request: Swift's `CancellationError` and a view's end count as the person's
  /// cancelling, a view in a call without an interface as `userInteractionRequired`; any other goes to `cancelRequest(withError:)`.
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
        // The person's no to what the request had to ask of the system.
        request.cancel(code: .userCanceled, reason: nil)
      } catch {
        request.cancel(with: error)
      }
    }
    // A request that was answered lets its work tidy up; only one that nobody waits for any more stops it.
    request.whenOver { ending in
      if ending == .givenUp { task.cancel() }
    }
  }
}
