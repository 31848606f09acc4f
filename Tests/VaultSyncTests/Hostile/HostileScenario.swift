// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialVault
import SyncModel
import Testing
import VaultSync

/// A lie, and its expected outcome.
struct HostileScenario: Sendable, CustomTestStringConvertible {
  /// The attacked device.
  enum Victim: Sendable {
    /// A device that has not seen the news.
    case behind
    /// A device that has seen the news.
    case present
    /// A running device, which has seen everything since its start.
    case running
    /// A device that was just admitted.
    case newcomer

    var folder: String {
      switch self {
      case .behind, .running: "before"
      case .present: "after"
      case .newcomer: "newcomer"
      }
    }
  }
  enum Verdict: Hashable, Sendable {
    case alarm(SyncModelError.Code)
    case refusal(VaultSyncError.Code)
    case none

    init(_ error: VaultSyncError?) {
      switch error {
      case let error? where error.code == .alarm: self = error.verdict.map { .alarm($0.code) } ?? .none
      case let error?: self = .refusal(error.code)
      case nil: self = .none
      }
    }
  }

  let name: String
  var victim = Victim.behind
  let verdict: Verdict
  /// The number of exchanges that it takes.
  var attempts = 1
  /// Whether the device sends something before it detects the lie.
  var pushesBefore = false
  /// Whether there is no honest server afterwards.
  var isFinal = false
  /// Whether the server's state is kept once it is honest again.
  var keepsServer = false
  let lie: @Sendable (inout HostileRun) async throws -> Void
  /// A check for when the server is honest again.
  var afterwards: (@Sendable (CredentialVault, HostileBase) throws -> Void)?

  /// A lie to a device that has not seen the news.
  init(
    _ name: String, _ verdict: Verdict, attempts: Int = 1, pushesBefore: Bool = false, isFinal: Bool = false, keepsServer: Bool = false,
    afterwards: (@Sendable (CredentialVault, HostileBase) throws -> Void)? = nil,
    lie: @escaping @Sendable (inout HostileRun) async throws -> Void
  ) {
    self.init(
      name, .behind, verdict, attempts: attempts, pushesBefore: pushesBefore, isFinal: isFinal, keepsServer: keepsServer,
      afterwards: afterwards, lie: lie)
  }

  init(
    _ name: String, _ victim: Victim, _ verdict: Verdict, attempts: Int = 1, pushesBefore: Bool = false, isFinal: Bool = false,
    keepsServer: Bool = false, afterwards: (@Sendable (CredentialVault, HostileBase) throws -> Void)? = nil,
    lie: @escaping @Sendable (inout HostileRun) async throws -> Void
  ) {
    (self.name, self.victim, self.verdict, self.attempts) = (name, victim, verdict, attempts)
    (self.pushesBefore, self.isFinal, self.keepsServer) = (pushesBefore, isFinal, keepsServer)
    (self.afterwards, self.lie) = (afterwards, lie)
  }

  var testDescription: String { name }

  static let all = served + forgedCommits + bodies + logs + wires + checkpoints
}
