// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Synchronization

/// Runs a controller's requests. Its delegate is always called exactly once each time they are performed.
final class AuthorizationFlow: Sendable {
  /// The mode in which requests are performed.
  enum Mode: Sendable {
    case modal
    case immediate
    case autofill
  }

  private struct Run {
    var number = 0
    var task: Task<Void, Never>?
    var end: (@Sendable (Result<ASAuthorization, ASAuthorizationError>) -> Void)?
  }

  private let run = Mutex(Run())

  /// Performs the requests of `controller`, which stays alive until its delegate has been called.
  func perform(for controller: ASAuthorizationController, mode: Mode) {
    let requests = controller.authorizationRequests
    // Passed to the main actor, because the delegate is called only there.
    nonisolated(unsafe) let controller = controller
    let deliver: @Sendable (Result<ASAuthorization, ASAuthorizationError>) -> Void = { outcome in
      Task { @MainActor in
        switch outcome {
        case .success(let authorization):
          controller.delegate?.authorizationController(controller: controller, didCompleteWithAuthorization: authorization)
        case .failure(let error):
          controller.delegate?.authorizationController(controller: controller, didCompleteWithError: error)
        }
      }
    }
    let number: Int? = run.withLock { run in
      guard run.end == nil else { return nil }
      run.number += 1
      run.end = deliver
      return run.number
    }
    guard let number else { return deliver(.failure(AuthorizationFailure.alreadyPerforming.error)) }
    let task = Task {
      // Apps rely on this call, although nothing here uses their window.
      await MainActor.run { _ = controller.presentationContextProvider?.presentationAnchor(for: controller) }
      self.finish(number, await Self.outcome(of: requests, mode: mode))
    }
    let isRunning = run.withLock { run in
      guard run.number == number, run.end != nil else { return false }
      run.task = task
      return true
    }
    // Cancelled in between; nothing else would cancel the task.
    if !isRunning { task.cancel() }
  }

  /// Cancels the running requests.
  func cancel() {
    let (number, task) = run.withLock { ($0.number, $0.task) }
    finish(number, .failure(AuthorizationFailure.canceled.error))
    task?.cancel()
  }

  private func finish(_ number: Int, _ outcome: Result<ASAuthorization, ASAuthorizationError>) {
    let end = run.withLock { run in
      guard run.number == number else { return nil as (@Sendable (Result<ASAuthorization, ASAuthorizationError>) -> Void)? }
      defer {
        run.end = nil
        run.task = nil
      }
      return run.end
    }
    end?(outcome)
  }

  /// Performs `requests` and waits for the result. All errors are Apple's.
  static func outcome(
    of requests: [ASAuthorizationRequest], mode: Mode
  ) async -> Result<ASAuthorization, ASAuthorizationError> {
    do {
      return .success(try await SystemRequests.authorize(try RequestSupport.answerable(among: requests), mode: mode))
    } catch let error as ASAuthorizationError {
      return .failure(error)
    } catch is CancellationError {
      return .failure(AuthorizationFailure.canceled.error)
    } catch {
      return .failure(AuthorizationFailure.systemUnreachable.error)
    }
  }
}
