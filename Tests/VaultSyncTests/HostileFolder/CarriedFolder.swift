// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import SyncFolder
import Synchronization
import VaultSync

/// Carries a vault's requests to the real folder, as the program beside the vault does.
final class CarriedFolder: Sendable {
  /// What happens to the folder meanwhile.
  struct Meanwhile: Sendable {
    /// Before a request is answered, with how many there were before.
    var before: (@Sendable (SyncRequest, Int) throws -> Void)?
    /// Who answers in the folder's place; nil has the folder answer.
    var instead: (@Sendable (SyncRequest) throws -> SyncResponse?)?
    var environment = FolderEnvironment.live
    /// Whether files are opened by somebody whom modes bind, who else is the administrator in many tests.
    var isBoundByModes = false
  }
  private struct State {
    var requests: [String] = []
    var folder: SyncFolder
    var meanwhile: Meanwhile
  }

  let path: String
  private let state: Mutex<State>

  /// As after a start of the program: nothing is remembered of the folder.
  init(_ path: String, _ meanwhile: Meanwhile = Meanwhile()) {
    self.path = path
    state = Mutex(State(folder: SyncFolder(path: path, environment: meanwhile.environment), meanwhile: meanwhile))
  }

  /// The carrying program is started again; whoever asks is not.
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
    // A folder fails by itself: whatever reads needs it to be there, and whatever writes needs room in it.
    guard status != 503 else {
      throw VaultSyncError(.unreachable, detail: request.method == "GET" ? "folderUnreadable" : "folderUnwritable")
    }
    return SyncResponse(status: status, body: body)
  }

  /// The administrator reads what nobody may. This thread alone gives that up meanwhile, and stays who it is: the files are its own, whatever mask
  /// they were made under.
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

  // Of a header that the C library's module leaves out; version 3 of Linux's capabilities, and this thread.
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
