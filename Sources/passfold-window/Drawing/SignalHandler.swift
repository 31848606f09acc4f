// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK

/// The action that a signal calls; it lives as long as its connection to the object.
@MainActor
final class SignalHandler {
  private let act: (UnsafeMutableRawPointer?) -> Bool

  private init(_ act: @escaping (UnsafeMutableRawPointer?) -> Bool) { self.act = act }

  /// Calls `act` with the signal's first argument, if it has one, whenever the object emits it.
  static func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ act: @escaping @MainActor (UnsafeMutableRawPointer?) -> Void) {
    let action: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { context, argument in
      _ = SignalHandler.call(context, argument)
    }
    add(
      SignalHandler {
        act($0)
        return true
      }, unsafeBitCast(action, to: GCallback.self), to: object, signal)
  }

  /// Calls `act` for a signal whose handler returns whether it handled the event.
  static func connect(_ object: UnsafeMutableRawPointer, asking signal: String, _ act: @escaping @MainActor () -> Bool) {
    let action: @convention(c) (UnsafeMutableRawPointer?) -> gboolean = { context in SignalHandler.call(context, nil) ? 1 : 0 }
    add(SignalHandler { _ in act() }, unsafeBitCast(action, to: GCallback.self), to: object, signal)
  }

  /// Calls `act` with the first argument of a signal whose handler returns whether it handled the event.
  static func connect(
    _ object: UnsafeMutableRawPointer, deciding signal: String, _ act: @escaping @MainActor (UnsafeMutableRawPointer?) -> Bool
  ) {
    let action: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> gboolean = { context, argument in
      SignalHandler.call(context, argument) ? 1 : 0
    }
    add(SignalHandler(act), unsafeBitCast(action, to: GCallback.self), to: object, signal)
  }

  /// Calls `act` for each key pressed in a window, before the focused widget receives it; returns the controller.
  @discardableResult
  static func connectKeys(of window: Widget, _ act: @escaping @MainActor (PressedKey) -> Bool) -> UnsafeMutableRawPointer? {
    passfold_gtk_hear_keys(
      window,
      { context, key, _, modifiers in
        nonisolated(unsafe) var pressed = PressedKey(value: key, modifiers: modifiers)
        return withUnsafeMutablePointer(to: &pressed) { SignalHandler.call(context, UnsafeMutableRawPointer($0)) } ? 1 : 0
      }, Unmanaged.passRetained(SignalHandler { $0.map { act($0.load(as: PressedKey.self)) } ?? false }).toOpaque(), Self.forget)
  }

  private static func add(_ handler: SignalHandler, _ action: GCallback?, to object: UnsafeMutableRawPointer, _ signal: String) {
    passfold_gtk_connect(object, signal, action, Unmanaged.passRetained(handler).toOpaque(), forget)
  }

  /// GTK emits every signal on the thread of its main loop, which is this process's main thread.
  private nonisolated static func call(_ context: UnsafeMutableRawPointer?, _ argument: UnsafeMutableRawPointer?) -> Bool {
    guard let context else { return false }
    nonisolated(unsafe) let argument = argument
    let handler = Unmanaged<SignalHandler>.fromOpaque(context).takeUnretainedValue()
    return MainActor.assumeIsolated { handler.act(argument) }
  }

  private static let forget: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
    if let context { Unmanaged<SignalHandler>.fromOpaque(context).release() }
  }
}

/// A key by its GDK value, with the modifiers held.
struct PressedKey {
  let value: guint
  let modifiers: guint

  var hasAlt: Bool { modifiers & GDK_ALT_MASK.rawValue != 0 }
  var hasControl: Bool { modifiers & GDK_CONTROL_MASK.rawValue != 0 }

  func isOne(of keys: Int32...) -> Bool { keys.contains { guint($0) == value } }

  /// The index, from 0, that Alt with a digit key stands for.
  var place: Int? {
    hasAlt && (guint(GDK_KEY_1)...guint(GDK_KEY_9)).contains(value) ? Int(value - guint(GDK_KEY_1)) : nil
  }
}
