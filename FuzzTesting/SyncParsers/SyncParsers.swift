// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import Dispatch
import SyncServer
import Synchronization

/// The sync server's parsers of client input, each with the properties that must hold for its input.
///
/// It is part of the main package, because only that package can use the parsers; the fuzzing package supplies the inputs.
public enum SyncParsers {
  private static let world = FuzzWorld()

  /// Passes a body to the server call that its first byte selects. The database accepts every request.
  ///
  /// A body that is accepted, apart from its signatures, has one encoding: no two bodies mean the same.
  ///
  /// A body that is taken, all but signatures, has one encoding: none means the same as another.
  /// - Parameter plantsFault: Whether to misjudge something deliberately.
  /// - Returns: The property that does not hold, or nil if all hold.
  public static func brokenProperty(ofBody input: [UInt8], plantsFault: Bool) -> String? {
    guard let call = input.first else { return nil }
    let body = Array(input.dropFirst())
    let outcome = Mutex<FuzzWorld.Outcome?>(nil)
    let done = DispatchSemaphore(value: 0)
    Task {
      let found = await world.ask(call, body)
      outcome.withLock { $0 = found }
      done.signal()
    }
    done.wait()
    guard let outcome = outcome.withLock({ $0 }) else { return "a call answers" }
    switch outcome {
    case .refused: return nil
    case .stored, .answered:
      // The planted fault: treats a push with three records or more as a body without the canonical form.
      if plantsFault, call % FuzzWorld.calls == FuzzWorld.pushing, body.count > 4_000 { return "a push with several records is one" }
      let limits = CBORLimits(maximumByteCount: 8 << 20, maximumDepth: 16, maximumItemCount: 1 << 20)
      guard let value = try? CBORDecoder(profile: .rfc8949, limits: limits).decode(body),
        CBOREncoder(profile: .deterministic).encode(value) == body
      else { return "a body that is taken has one encoding" }
      return nil
    }
  }

  /// Gives bytes to the reader of cursors.
  /// - Returns: The property that does not hold, or nil if all hold.
  public static func brokenProperty(ofCursor input: [UInt8], plantsFault: Bool) -> String? {
    guard let cursor = Cursor(input) else {
      return input.count == 9 && input.first == 1 ? "a cursor of this version is read" : nil
    }
    // The planted fault: treats the highest cursors as wrong.
    if plantsFault, input.dropFirst().prefix(4).allSatisfy({ $0 == 0xff }) { return "a high cursor is one" }
    guard cursor.bytes == input else { return "a cursor has one encoding" }
    return nil
  }
}
