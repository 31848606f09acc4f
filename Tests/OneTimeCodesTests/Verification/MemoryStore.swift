// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodes
import Synchronization

/// Keeps every table in memory and is atomic through a single lock.
final class MemoryStore: OneTimeCodeVerificationStore {
  struct Failure: Error {}

  fileprivate struct Row {
    var credential: StoredOneTimeCode
    var isActive = false
    var lastStep: Int64 = -1
  }

  fileprivate struct State {
    var rows: [Row] = []
    var failures: [OneTimeCodeTallyKeys.Factor: OneTimeCodeAttempts] = [:]
    var clients: [String: OneTimeCodeAttemptCount] = [:]
    var overall = OneTimeCodeAttemptCount()
    var recoveryCodes: [StoredRecoveryCode] = []
    var failingAfter: Int?
  }

  private let state = Mutex(State())

  /// The failures counted for a factor.
  func failures(_ factor: OneTimeCodeTallyKeys.Factor) -> Int { state.withLock { $0.failures[factor]?.failures ?? 0 } }

  /// Allows this many operations and then fails, like a database whose disk is gone.
  func fail(after operations: Int?) { state.withLock { $0.failingAfter = operations } }

  private func change<Result>(_ body: (inout State) throws -> sending Result) throws -> Result {
    try state.withLock { state in
      if let left = state.failingAfter {
        if left == 0 { throw Failure() }
        state.failingAfter = left - 1
      }
      return try body(&state)
    }
  }

  func insertPending(_ credential: StoredOneTimeCode) throws {
    try change { state in
      state.rows.removeAll { $0.credential.user == credential.user && !$0.isActive }
      state.rows.append(Row(credential: credential))
    }
  }

  func pending(of user: OneTimeCodeUserID, at now: Date) throws -> StoredOneTimeCode? {
    try change { $0.rows.first { $0.credential.user == user && !$0.isActive && $0.credential.expires > now }?.credential }
  }

  func active(of user: OneTimeCodeUserID) throws -> StoredOneTimeCode? {
    try change { $0.rows.first { $0.credential.user == user && $0.isActive }?.credential }
  }

  func removePending(of user: OneTimeCodeUserID) throws {
    try change { $0.rows.removeAll { $0.credential.user == user && !$0.isActive } }
  }

  func removeActive(_ id: OneTimeCodeCredentialID, of user: OneTimeCodeUserID) throws -> Bool {
    try change { state in
      let before = state.rows.count
      state.rows.removeAll { $0.credential.user == user && $0.credential.id == id && $0.isActive }
      if state.rows.count < before { (state.recoveryCodes, state.failures) = ([], [:]) }
      return state.rows.count < before
    }
  }

  func activate(_ use: OneTimeCodeUse) throws -> OneTimeCodeUseResult {
    try change { state in
      guard
        let row = state.rows.first(where: { $0.credential.id == use.credential && !$0.isActive && $0.credential.expires > use.instant }),
        state.rows.first(where: { $0.isActive && $0.credential.user == use.keys.user })?.credential.id == row.credential.replaces
      else { return .gone }
      state.rows.removeAll { $0.credential.user == use.keys.user }
      state.rows.append(Row(credential: row.credential.with(use.drift), isActive: true, lastStep: use.step))
      state.noteSuccess(use.keys)
      return .used
    }
  }

  func use(_ use: OneTimeCodeUse) throws -> OneTimeCodeUseResult {
    try change { state in
      guard let index = state.rows.firstIndex(where: { $0.credential.id == use.credential && $0.isActive }) else { return .gone }
      guard state.rows[index].lastStep < use.step else { return .usedBefore }
      state.rows[index] = Row(credential: state.rows[index].credential.with(use.drift), isActive: true, lastStep: use.step)
      state.noteSuccess(use.keys)
      return .used
    }
  }

  func updateTallies<Result: Sendable>(
    _ keys: OneTimeCodeTallyKeys, at now: Date, _ change: @escaping @Sendable (inout OneTimeCodeTallies) -> Result
  ) throws -> Result {
    try self.change { $0.update(keys, change) }
  }

  func clearFailures(of user: OneTimeCodeUserID) throws { try change { $0.failures = [:] } }

  func replaceRecoveryCodes(of user: OneTimeCodeUserID, with codes: [StoredRecoveryCode]) throws {
    try change { $0.recoveryCodes = codes }
  }

  func recoveryCodes(of user: OneTimeCodeUserID) throws -> [StoredRecoveryCode] { try change { $0.recoveryCodes } }

  func takeRecoveryCode(_ code: StoredRecoveryCode, countedAs keys: OneTimeCodeTallyKeys) throws -> Int? {
    try change { state in
      guard let index = state.recoveryCodes.firstIndex(of: code) else { return nil }
      state.recoveryCodes.remove(at: index)
      state.noteSuccess(keys)
      state.failures = [:]
      return state.recoveryCodes.count
    }
  }
}

extension MemoryStore.State {
  fileprivate mutating func update<Result>(_ keys: OneTimeCodeTallyKeys, _ change: (inout OneTimeCodeTallies) -> Result) -> Result {
    var tallies = OneTimeCodeTallies(
      factor: failures[keys.factor] ?? .init(), client: clients[keys.client] ?? .init(), overall: overall)
    let result = change(&tallies)
    failures[keys.factor] = tallies.factor
    clients[keys.client] = tallies.client
    overall = tallies.overall
    return result
  }

  fileprivate mutating func noteSuccess(_ keys: OneTimeCodeTallyKeys) { update(keys) { $0.noteSuccess() } }
}

extension StoredOneTimeCode {
  fileprivate func with(_ drift: OneTimeCodeDrift) -> StoredOneTimeCode {
    StoredOneTimeCode(user: user, id: id, parameters: parameters, drift: drift, expires: expires, replaces: nil)
  }
}
