// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import Synchronization

/// The state of a web authentication session: started once, ended once, with its handler called on the main queue.
final class WebAuthenticationConversation: Sendable {
  private enum Course {
    case prepared
    case running(Task<Void, Never>?)
    /// Cancelled; the link handler is still being removed.
    case cancelled
    case over
  }

  private let page: URL
  private let callback: WebCallback
  // Called once, on the main queue, and not used afterwards.
  private nonisolated(unsafe) let completion: (URL?, (any Error)?) -> Void
  private let course = Mutex(Course.prepared)

  init(page: URL, callback: WebCallback, completion: @escaping (URL?, (any Error)?) -> Void) {
    self.page = page
    self.callback = callback
    self.completion = completion
  }

  var canStart: Bool {
    guard ["http", "https"].contains(page.scheme?.lowercased()) else { return false }
    return course.withLock { if case .prepared = $0 { true } else { false } }
  }

  /// Opens the page. Returns false if it was already opened. `session` stays alive until its handler has been called.
  func start(isEphemeral: Bool, keeping session: ASWebAuthenticationSession) -> Bool {
    let mayStart = course.withLock { course in
      guard case .prepared = course else { return false }
      course = .running(nil)
      return true
    }
    guard mayStart else { return false }
    nonisolated(unsafe) let session = session
    let task = Task {
      // Apps rely on this call, although nothing here uses their window.
      await MainActor.run { _ = session.presentationContextProvider?.presentationAnchor(for: session) }
      do {
        let url = try await SystemRequests.authenticate(at: page, callback: callback, isEphemeral: isEphemeral)
        finish(url, nil)
      } catch is CancellationError {
        finish(nil, ASWebAuthenticationSessionError(.canceledLogin))
      } catch {
        finish(nil, error)
      }
      _ = session
    }
    course.withLock { course in
      switch course {
      case .running: course = .running(task)
      case .cancelled: task.cancel()
      case .prepared, .over: break
      }
    }
    return true
  }

  /// Cancels the session. The handler is called once everything has been cleaned up, because the program may exit then.
  func cancel() {
    let task = course.withLock { course -> Task<Void, Never>? in
      guard case .running(let task) = course else { return nil }
      course = .cancelled
      return task
    }
    task?.cancel()
  }

  private func finish(_ url: URL?, _ error: (any Error)?) {
    let isCancelled = course.withLock { course in
      defer { course = .over }
      if case .cancelled = course { return true }
      return false
    }
    let (url, error): (URL?, (any Error)?) = isCancelled ? (nil, ASWebAuthenticationSessionError(.canceledLogin)) : (url, error)
    DispatchQueue.main.async { self.completion(url, error) }
  }
}
