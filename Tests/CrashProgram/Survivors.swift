// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import SecretMemory

/// The writes recorded before a crash: the last acknowledged state of each record, and the write that was under way.
struct Acknowledged {
  struct State: Hashable {
    let number: Int
    let change: Int
    let isTrashed: Bool
    let isFiled: Bool
  }

  private(set) var states: [RecordIdentifier: State] = [:]
  private(set) var underWay: (id: RecordIdentifier, state: State)?
  /// Whether the passphrase change was acknowledged. The old passphrase must then open nothing.
  private(set) var isRekeyed = false

  init(_ lines: some Sequence<Substring>) {
    for line in lines {
      let words = line.split(separator: " ")
      if words.first == "rekeyed" { isRekeyed = true }
      guard words.count == 5, let id = RecordIdentifier(String(words[1])), let number = Int(words[2]), let change = Int(words[3]) else {
        continue
      }
      let state = State(number: number, change: change, isTrashed: words[4] == "trashed", isFiled: words[4] == "filed")
      if words[0] == "ack" {
        states[id] = state
        underWay = nil
      } else if words[0] == "try" {
        underWay = (id, state)
      }
    }
  }
}

extension CrashProgram {
  /// Prints one line for each vault: `ok` with the seconds that opening took, or the error.
  static func verifyAll() async {
    var sibling: CredentialVault?
    while let line = readLine() {
      let parts = line.split(separator: "\t")
      if parts.count == 2, parts[0] == "sibling" {
        sibling = try? await open(URL(filePath: String(parts[1])))
        say(sibling == nil ? "wrong no sibling" : "ok 0")
        continue
      }
      guard parts.count >= 2, let text = try? String(contentsOfFile: String(parts[1]), encoding: .utf8) else {
        say("bad request")
        continue
      }
      do {
        let (wrong, seconds) = try await verify(
          URL(filePath: String(parts[0])), Acknowledged(text.split(separator: "\n")), parts.count == 3 ? sibling : nil)
        say(wrong.map { "wrong \($0)" } ?? "ok \(seconds)")
      } catch {
        say("wrong cannot be opened: \((error as? CredentialVaultError)?.code.description ?? "\(error)")")
      }
    }
  }

  /// Opens the vault as the next start does, with the version that it was migrated to.
  private static func reopen(_ folder: URL, besides sibling: CredentialVault?) async throws -> CredentialVault {
    do {
      return try await open(folder, environment, besides: sibling)
    } catch let error as CredentialVaultError where error.code == .tooNew {
      return try await open(folder, laterEnvironment, besides: sibling)
    }
  }

  private static func open(_ folder: URL, _ environment: VaultEnvironment, besides sibling: CredentialVault?) async throws
    -> CredentialVault
  {
    guard let sibling else { return try await open(folder, environment) }
    let vault = try CredentialVault.open(at: folder, environment: environment)
    try vault.unlock(besides: sibling)
    return vault
  }

  private static func verify(
    _ folder: URL, _ acknowledged: Acknowledged, _ sibling: CredentialVault?
  ) async throws -> (wrong: String?, seconds: Double) {
    let start = ContinuousClock.now
    let vault = try await reopen(folder, besides: sibling)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    if acknowledged.isRekeyed, await opens(vault, with: passphrases[0]) { return ("the former passphrase opens the vault", seconds) }
    if let finding = vault.check().findings.first(where: { $0.problem != .tooNew }) { return ("\(finding)", seconds) }
    if let count = vault.setBackCount { return ("\(count) set back", seconds) }
    let present = try vault.summaries().map { ($0.id, false) } + vault.trashedSummaries().map { ($0.id, true) }
    let found = Dictionary(present) { first, _ in first }
    for (id, state) in acknowledged.states {
      var possible = [state]
      if let underWay = acknowledged.underWay, underWay.id == id { possible.append(underWay.state) }
      guard let isTrashed = found[id] else { return ("record \(state.number) is gone", seconds) }
      guard case .password(let stored) = try vault.record(id) else { return ("record \(state.number) is another", seconds) }
      guard
        try possible.contains(where: {
          try $0.isTrashed == isTrashed && isSame(record(id, $0.number, $0.change), stored) && hasFile(id, $0, in: vault)
        })
      else {
        return ("record \(state.number) is none of what was stored", seconds)
      }
    }
    for id in found.keys where acknowledged.states[id] == nil {
      guard let underWay = acknowledged.underWay, underWay.id == id, case .password(let stored) = try vault.record(id),
        isSame(record(id, underWay.state.number, underWay.state.change), stored)
      else { return ("a record that nobody stored", seconds) }
    }
    // The surviving vault accepts another write.
    var generator = SystemRandomNumberGenerator()
    try vault.add(.password(record(RecordIdentifier.random(using: &generator), 1, 0)))
    vault.retire()
    return (nil, seconds)
  }

  /// Whether a record has the complete file that its state calls for, or none.
  private static func hasFile(_ id: RecordIdentifier, _ state: Acknowledged.State, in vault: CredentialVault) throws -> Bool {
    guard state.isFiled else { return try vault.attachments(of: id).isEmpty }
    guard try vault.attachments(of: id).count == 1 else { return false }
    var reading = try vault.readAttachment(named: "file", of: id)
    var content: [UInt8] = []
    while let part = try vault.next(of: &reading) { content += part.withBytes { Array($0) } }
    return content == file(state.number)
  }

  private static func opens(_ vault: CredentialVault, with passphrase: String) async -> Bool {
    let secret = secret(passphrase)
    do {
      try await vault.verify(passphrase: secret)
      return true
    } catch {
      return false
    }
  }

  private static func isSame(_ left: PasswordRecord, _ right: PasswordRecord) -> Bool {
    constantTimeEquals(left.password, right.password) && left.title == right.title && left.user == right.user
      && left.services == right.services
  }
}
