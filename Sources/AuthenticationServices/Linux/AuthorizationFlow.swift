// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Synchronization

/// The running of a controller's requests: whatever happens, its delegate is told once for each time that they are performed.
final class AuthorizationFlow: Sendable {
  /// How requests are performed.
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

  /// Performs the requests of `controller`, which stays alive until its delegate has been told.
  func perform(for controller: ASAuthorizationController, mode: Mode) {
    let requests = controller.authorizationRequests
    // Handed to the main actor, which alone calls the delegate.
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
      // Apps count on being asked, whether or not anything here can use their window.
      await MainActor.run { _ = controller.presentationContextProvider?.presentationAnchor(for: controller) }
      self.finish(number, await Self.outcome(of: requests, mode: mode))
    }
    let isRunning = run.withLock { run in
      guard run.number == number, run.end != nil else { return false }
      run.task = task
      return true
    }
    // Given up in between: nobody would cancel it any more.
    if !isRunning { task.cancel() }
  }

  /// Gives the running requests up.
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

  /// Performs `requests` and waits for their end; every error is one of Apple's.
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
