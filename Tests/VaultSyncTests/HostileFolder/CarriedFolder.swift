// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import SyncFolder
import Synchronization
import VaultSync

/// Carries a vault's requests to a real folder, as the carrier process does.
final class CarriedFolder: Sendable {
  /// Events at the folder during an exchange.
  struct Meanwhile: Sendable {
    /// Called before a request is answered, with the number of earlier requests.
    var before: (@Sendable (SyncRequest, Int) throws -> Void)?
    /// Answers instead of the folder; nil lets the folder answer.
    var instead: (@Sendable (SyncRequest) throws -> SyncResponse?)?
    var environment = FolderEnvironment.live
    /// Whether file modes apply even if the test runs as root.
    var isBoundByModes = false
  }
  private struct State {
    var requests: [String] = []
    var folder: SyncFolder
    var meanwhile: Meanwhile
  }

  let path: String
  private let state: Mutex<State>

  /// Creates a carrier without any knowledge of the folder, as after a start.
  init(_ path: String, _ meanwhile: Meanwhile = Meanwhile()) {
    self.path = path
    state = Mutex(State(folder: SyncFolder(path: path, environment: meanwhile.environment), meanwhile: meanwhile))
  }

  /// Restarts the carrier, but not its client.
  func restart(_ meanwhile: Meanwhile) {
    state.withLock {
      $0 = State(requests: [], folder: SyncFolder(path: path, environment: meanwhile.environment), meanwhile: meanwhile)
    }
  }

  var requests: [String] { state.withLock { $0.requests } }
  func forgetRequests() { state.withLock { $0.requests = [] } }

  var exchange: SyncExchange {
    SyncExchange(place: path) { [self] request throws(VaultSyncError) in
      do {
        return try answer(request)
      } catch {
        throw error as? VaultSyncError ?? VaultSyncError(.unreachable)
      }
    }
  }

  private func answer(_ request: SyncRequest) throws -> SyncResponse {
    let (count, meanwhile) = state.withLock { state in
      state.requests.append("\(request.method) \(request.path.prefix { $0 != "?" })")
      return (state.requests.count - 1, state.meanwhile)
    }
    guard count < LyingServer.mostRequests else { throw VaultSyncError(.unreachable, detail: "asked without end") }
    try meanwhile.before?(request, count)
    if let answer = try meanwhile.instead?(request) { return answer }
    let (status, body) = state.withLock { state in
      Self.asSomebody(meanwhile.isBoundByModes) { state.folder.answer(request.method, request.path, request.body ?? []) }
    }
    // A folder has its own failures: reading needs the folder, and writing needs room in it.
    guard status != 503 else {
      throw VaultSyncError(.unreachable, detail: request.method == "GET" ? "folderUnreadable" : "folderUnwritable")
    }
    return SyncResponse(status: status, body: body)
  }

  /// Runs the body without root's right to ignore file modes, on this thread only. The user stays the same: the files are its own,
  /// whatever mask they were created under.
  private static func asSomebody<Value>(_ isBound: Bool, _ body: () -> Value) -> Value {
    guard isBound, geteuid() == 0 else { return body() }
    let held = capabilities()
    var bound = held
    // CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH, of the effective set.
    bound[0] &= ~0b110
    set(bound)
    defer { set(held) }
    return body()
  }

  // From a header that the C library's module omits: version 3 of Linux's capabilities, for this thread.
  private static let header: [UInt32] = [0x2008_0522, 0]
  private typealias Call = @convention(c) (UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>) -> CInt

  private static func capabilities() -> [UInt32] {
    var data = [UInt32](repeating: 0, count: 6)
    call("capget", &data)
    return data
  }

  private static func set(_ capabilities: [UInt32]) {
    var data = capabilities
    call("capset", &data)
  }

  private static func call(_ name: String, _ data: inout [UInt32]) {
    guard let symbol = dlsym(nil, name) else { return }
    var header = header
    _ = unsafeBitCast(symbol, to: Call.self)(&header, &data)
  }
}
