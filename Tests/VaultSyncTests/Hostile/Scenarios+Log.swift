// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SyncModel
import Testing
import VaultSync

/// Lies about the membership log.
extension HostileScenario {
  static let logs: [HostileScenario] = [
    // The first two entries belong together: a folder with only one of them contains no account.
    HostileScenario("A log shorter than the known one", .alarm(.logRolledBack)) { run in
      run.served.log.removeLast(run.served.log.count - 2 - run.number(below: run.known.log.count - 2))
    },
    HostileScenario("A log without any entries", .alarm(.logRolledBack)) { run in run.served.log.removeAll() },
    HostileScenario("A log rolled back with its account", .alarm(.logRolledBack)) { run in
      run.served = try run.pick(run.base.states.filter { (2..<run.known.log.count).contains($0.log.count) })
    },
    HostileScenario("A different entry in place of the last one", .alarm(.logForked)) { run in
      let former = try MembershipLog(verifying: run.knownLog.entries.dropLast())
      let (device, second) = (try HostileBase.Member(seed: 77), run.base.second.author)
      var generator = SystemRandomNumberGenerator()
      let key = try former.openEpochKey(as: second.member, with: second.keys)
      let log = try former.adding(device.author, named: "", epochKey: key, by: second, using: &generator)
      run.served.log = log.entries.map(\.encoded)
    },
    HostileScenario("The last known entry with a changed signature", .alarm(.logInvalid)) { run in
      let bit = run.number(below: 512)
      run.served.log[run.known.log.count - 1] = try Forger.altered(run.served.log[run.known.log.count - 1], 8) { signatures in
        var parts = signatures.arrayValue?.first?.arrayValue ?? []
        parts[2] = Forger.flipped(parts[2], bit: bit)
        return .array([.array(parts)])
      }
    },
    HostileScenario("A device added by a removed device", .alarm(.logInvalid)) { run in
      try run.servedAddition(by: run.base.removed)
    },
    HostileScenario("A device added by a stranger", .alarm(.logInvalid)) { run in
      try run.servedAddition(by: try HostileBase.Member(seed: 78))
    },
    HostileScenario("A device that did not sign for itself", .alarm(.logInvalid)) { run in
      try run.servedAddition(by: run.base.second, proves: false)
    },
    HostileScenario("A removed device added again", .alarm(.logInvalid)) { run in
      try run.servedAddition(of: run.base.removed, by: run.base.second)
    },
    HostileScenario("An entry in the name of a member that did not sign it", .alarm(.logInvalid)) { run in
      let (_, entry) = try run.rotation()
      let second = run.base.second.author.member
      let removed = run.base.removed.signing
      run.served = run.known
      run.served.append(try Forger.entry(entry, signedBy: [(second, removed)]) { _ in })
    },
    HostileScenario("A key rotation that omits a member", .alarm(.logInvalid)) { run in
      let choice = run.generator.next()
      try run.servedRotation { body in
        var wraps = body[3]?.arrayValue ?? []
        wraps.remove(at: Int(choice % UInt64(wraps.count)))
        body[3] = .array(wraps)
      }
    },
    HostileScenario("A key rotation that gives a removed device the key", .alarm(.logInvalid)) { run in
      let removed = run.base.removed.author.member.bytes
      try run.servedRotation { body in
        var wraps = body[3]?.arrayValue ?? []
        guard var parts = wraps.first?.arrayValue else { return }
        parts[0] = .bytes(removed)
        wraps.append(.array(parts))
        body[3] = .array(
          wraps.sorted {
            ($0.arrayValue?.first?.bytesValue ?? []).lexicographicallyPrecedes($1.arrayValue?.first?.bytesValue ?? [])
          })
      }
    },
    HostileScenario("A key rotation with a different key for this device", .alarm(.epochKeyInvalid)) { run in
      let other = try run.rotation().log.entries.last?.encoded ?? []
      let third = run.base.third.author.member.bytes
      guard case .map(let map) = try CBORDecoder(profile: .rfc8949).decode(other) else { return }
      let wrap = map[6]?.mapValue?[3]?.arrayValue?.first { $0.arrayValue?.first?.bytesValue == third }
      try run.servedRotation { body in
        body[3] = .array((body[3]?.arrayValue ?? []).map { $0.arrayValue?.first?.bytesValue == third ? wrap ?? $0 : $0 })
      }
    },
    HostileScenario("A key rotation whose wrap for this device does not open", .alarm(.epochKeyInvalid)) { run in
      let (third, bit) = (run.base.third.author.member.bytes, run.number(below: 300))
      try run.servedRotation { body in
        body[3] = .array(
          (body[3]?.arrayValue ?? []).map { element in
            guard var parts = element.arrayValue, parts[0].bytesValue == third else { return element }
            parts[2] = Forger.flipped(parts[2], bit: bit)
            return .array(parts)
          })
      }
    },
    HostileScenario("A key rotation with a key that the log does not vouch for", .alarm(.epochKeyInvalid)) { run in
      let bit = run.number(below: 256)
      try run.servedRotation { body in body[2] = body[2].map { Forger.flipped($0, bit: bit) } }
    },
    HostileScenario("A key rotation that skips an epoch", .alarm(.logInvalid)) { run in
      try run.servedRotation { body in if case .unsigned(let epoch)? = body[1] { body[1] = .unsigned(epoch + 1) } }
    },
    HostileScenario("A key rotation that repeats an epoch", .alarm(.logInvalid)) { run in
      try run.servedRotation { body in if case .unsigned(let epoch)? = body[1] { body[1] = .unsigned(epoch - 1) } }
    },
    HostileScenario("A format floor that does not rise", .alarm(.logInvalid)) { run in
      let raised = try run.knownLog.raisingFloor(to: 2, by: run.base.second.author).entries.last?.encoded ?? []
      let floor = UInt64(run.number(below: 2))
      run.served = run.known
      run.served.append(try Forger.entry(raised, by: run.base.second) { $0[1] = .unsigned(floor) })
    },
    HostileScenario("A device name given by a removed device", .alarm(.logInvalid)) { run in
      try run.servedName(of: run.base.second, by: run.base.removed)
    },
    HostileScenario("A device name for a removed device", .alarm(.logInvalid)) { run in
      try run.servedName(of: run.base.removed, by: run.base.second)
    },
    HostileScenario("A device name given by a stranger", .alarm(.logInvalid)) { run in
      try run.servedName(of: run.base.second, by: try HostileBase.Member(seed: 80))
    },
    HostileScenario("An entry of an unknown kind", .refusal(.programTooOld)) { run in
      let (_, entry) = try run.rotation()
      let second = run.base.second
      run.served = run.known
      run.served.append(try Forger.entry(entry, signedBy: [(second.author.member, second.signing)]) { $0[5] = 9 })
    },
    HostileScenario("A repeated entry", .alarm(.logInvalid)) { run in
      run.served = run.known
      run.served.append(try run.pick(run.known.log))
    },
    HostileScenario("An entry of random bytes", .alarm(.logInvalid)) { run in
      let length = run.number(below: 100)
      run.served = run.known
      run.served.append((0..<length).map { _ in UInt8.random(in: 0...255, using: &run.generator) })
    },
    HostileScenario("An omitted entry", .alarm(.logInvalid)) { run in
      run.served.log.remove(at: run.known.log.count)
    },
    HostileScenario("A log with a count above its number of entries", .refusal(.answerMalformed)) { run in
      let more = UInt64(run.number(below: 100) + 1)
      run.lies.answer = { request, answer in
        guard request.path.hasPrefix("/v1/log"), request.method == "GET" else { return answer }
        return SyncResponseAltering.altered(answer, 2) { if case .unsigned(let count) = $0 { .unsigned(count + more) } else { $0 } }
      }
    },
    HostileScenario("A log with a count below the known one", .alarm(.logRolledBack)) { run in
      let count = UInt64(run.number(below: run.known.log.count))
      run.lies.answer = { request, answer in
        guard request.path.hasPrefix("/v1/log"), request.method == "GET" else { return answer }
        return SyncResponseAltering.altered(answer, 2) { _ in .unsigned(count) }
      }
    },
    HostileScenario("Changes that name more entries than the log has", .refusal(.answerMalformed)) { run in
      let more = UInt64(run.number(below: 100) + 1)
      run.lies.changes = { $0.logCount += more }
    },
    HostileScenario("A log that grows with every request", .refusal(.overtaken), isFinal: true) { run in
      var (log, generator) = (run.knownLog, SystemRandomNumberGenerator())
      let (second, key) = (run.base.second.author, try run.knownKey())
      for number in 0..<40 {
        log = try log.adding(
          HostileBase.Member(seed: 5_000 + UInt64(number)).author, named: "", epochKey: key,
          by: LogAuthor(second.member, second.keys, seeing: run.known.head.hash), using: &generator)
      }
      let (entries, shown) = (log.entries.map(\.encoded), Remembered(run.known.log.count))
      run.served = run.known
      run.lies.changes = { $0.logCount = UInt64(min(shown.now + 1, entries.count)) }
      run.lies.answer = { request, answer in
        guard request.method == "GET", request.path.hasPrefix("/v1/log") else { return answer }
        shown.now = min(shown.now + 2, entries.count)
        let from = Int(request.path.split(separator: "=").last ?? "") ?? 0
        return SyncResponse(
          status: 200,
          body: encoded([1: .array(entries[..<shown.now].dropFirst(from).map(CBORValue.bytes)), 2: .unsigned(UInt64(shown.now))]))
      }
    },
    HostileScenario("The removal of this device", .alarm(.removed), isFinal: true) { run in
      let second = run.base.second.author
      var generator = SystemRandomNumberGenerator()
      let log = try run.knownLog.rotating(
        from: try run.knownKey(), to: .generate(epoch: run.knownLog.epoch + 1, using: &generator), removing: [run.base.third.author.member],
        by: second, using: &generator)
      run.served = run.known
      run.served.log = log.entries.map(\.encoded)
    },
  ]
}

extension HostileRun {
  /// A rotation by the second device after the known log.
  func rotation() throws -> (log: MembershipLog, entry: [UInt8]) {
    var generator = SystemRandomNumberGenerator()
    let log = try knownLog.rotating(
      from: try knownKey(), to: .generate(epoch: knownLog.epoch + 1, using: &generator), by: base.second.author, using: &generator)
    return (log, log.entries.last?.encoded ?? [])
  }

  /// Serves the known state, and a validly signed rotation with a changed body.
  mutating func servedRotation(_ change: (inout [UInt64: CBORValue]) -> Void) throws {
    let (_, entry) = try rotation()
    served = known
    served.append(try Forger.entry(entry, by: base.second, body: change))
  }

  /// Serves the known state, and a validly signed entry that renames a device.
  mutating func servedName(of device: HostileBase.Member, by author: HostileBase.Member) throws {
    var generator = SystemRandomNumberGenerator()
    let second = base.second
    let log = try knownLog.renaming(second.author.member, to: "Desk", epochKey: try knownKey(), by: second.author, using: &generator)
    let entry = try Forger.entry(log.entries.last?.encoded ?? [], by: second) { $0[1] = .bytes(device.author.member.bytes) }
    served = known
    let member = author.author.member
    served.append(try Forger.entry(entry, signedBy: [(member, author.signing)]) { $0[7] = .bytes(member.bytes) })
  }

  /// Serves the known state, and an entry that adds a device.
  mutating func servedAddition(of device: HostileBase.Member? = nil, by author: HostileBase.Member, proves: Bool = true) throws {
    let device = try device ?? HostileBase.Member(seed: 79)
    var generator = SystemRandomNumberGenerator()
    let draft = try knownLog.drafting(
      device.author.member, device.author.keys.publicKeys, named: "", epochKey: try knownKey(), by: author.author, using: &generator)
    served = known
    served.append(
      try Forger.entry(
        draft.encoded,
        signedBy: [(author.author.member, author.signing)] + (proves ? [(device.author.member, device.signing)] : [])
      ) { _ in })
  }
}
