// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import CGTK
import PresentedViews

/// The windows of the requests that the broker sends to this surface.
@MainActor
final class SurfaceSession {
  /// How long the program stays without a window, in milliseconds: a request's next view arrives sooner than a new process would start.
  static let patience: UInt32 = 30_000

  private let conversation: SurfaceConversation
  private let leave: @MainActor () -> Void
  private var windows: [RequestNumber: ViewWindow] = [:]
  private var idleCount = 0

  init(_ conversation: SurfaceConversation, leave: @escaping @MainActor @Sendable () -> Void) {
    self.conversation = conversation
    self.leave = leave
    Task.detached { [conversation, weak self] in
      for await answer in conversation.answers { MainLoop.post { self?.hear(answer) } }
      MainLoop.post { leave() }
    }
    MainLoop.every(milliseconds: 500) { [weak self] in
      guard let self else { return false }
      for window in self.windows.values { window.tick() }
      return true
    }
    awaitWork()
  }

  private func hear(_ reply: ClientReply) {
    let id = reply.id
    switch reply.answer {
    case .present(let view):
      if let window = windows[id] { return window.show(view) }
      windows[id] = ViewWindow(view) { [conversation] event, typed in conversation.send(event, of: id, typed: typed) }
    case .dismiss:
      windows.removeValue(forKey: id)?.close()
      awaitWork()
    case .failure: leave()
    default: break
    }
  }

  private func awaitWork() {
    guard windows.isEmpty else { return }
    idleCount += 1
    MainLoop.after(milliseconds: Self.patience) { [weak self, idleCount] in
      guard let self, self.windows.isEmpty, self.idleCount == idleCount else { return }
      self.leave()
    }
  }
}
