// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import Synchronization

/// The amount of data received from a peer but not yet processed.
final class FrameBacklog: Sendable {
  /// The number of waiting bytes above which reading pauses.
  static let byteLimit = 2 * 1024 * 1024
  /// The number of waiting frames above which reading pauses. Each costs more than its bytes.
  static let frameLimit = 4096

  private struct State {
    var bytes = 0
    var frames = 0
    var isPaused = false
    var whenShort: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Sets an action to call when a backlog that was too long has become short.
  func whenShort(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.whenShort = action } }

  /// Whether reading may continue.
  var isShort: Bool { state.withLock { !$0.isPaused } }

  /// Counts a frame that is waiting. Returns true if reading must pause.
  func added(_ frame: SocketFrame) -> Bool {
    state.withLock { state in
      state.bytes += Self.size(of: frame)
      state.frames += 1
      state.isPaused = state.bytes > Self.byteLimit || state.frames > Self.frameLimit
      return state.isPaused
    }
  }

  /// Counts a frame that was processed.
  func took(_ frame: SocketFrame) {
    let action = state.withLock { state -> (@Sendable () -> Void)? in
      state.bytes -= Self.size(of: frame)
      state.frames -= 1
      guard state.isPaused, state.bytes <= Self.byteLimit / 2, state.frames <= Self.frameLimit / 2 else { return nil }
      state.isPaused = false
      return state.whenShort
    }
    action?()
  }

  private static func size(of frame: SocketFrame) -> Int { frame.json.count + (frame.secret?.byteCount ?? 0) }
}
