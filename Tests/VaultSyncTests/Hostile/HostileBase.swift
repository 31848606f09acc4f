// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
import CredentialVault
import Crypto
import Foundation
import SecretMemory
import SyncModel
import VaultSync

import class SecretMemory.SharedSecret

/// An account with a history, created once; every scenario works on copies of its vaults.
///
/// The device `third` is attacked. There is a copy of its vault from before the news, and one from after it.
final class HostileBase: Sendable {
  /// A device whose keys are known to the tests.
  struct Member: Sendable {
    let author: LogAuthor
    let signing: Curve25519.Signing.PrivateKey

    /// Creates keys with a known signing seed, because the generator yields the same seed twice.
    init(seed: UInt64) throws {
      var generator = SeededGenerator(seed: seed)
      var same = SeededGenerator(seed: seed)
      let identifier = DeviceIdentifier.random(using: &generator)
      _ = DeviceIdentifier.random(using: &same)
      author = LogAuthor(identifier, try MemberKeys.generate(using: &generator))
      signing = try SecretBytes.random(byteCount: 32, using: &same).withBytes { try Curve25519.Signing.PrivateKey(rawRepresentation: $0) }
    }
  }

  private static let baseFolder = newFolder("base")
  private static let making = Task { try await HostileBase() }
  static var shared: HostileBase { get async throws { try await making.value } }
  static let passphrase = "a"

  let folder: URL
  let second: Member
  let third: Member
  let removed: Member
  let newcomer: Member
  let newcomerLog: MembershipLog
  /// The head that the newcomer's sponsor vouched for.
  let promised: EnrolmentHead
  /// Every state of the account, from its founding to the present.
  let states: [ServedAccount]
  /// The index of the state that the copy from before the news knows.
  let before: Int
  /// Log and chain in that state, and in the present one.
  let known: (log: MembershipLog, chain: CommitChain)
  let present: (log: MembershipLog, chain: CommitChain)
  /// The time at which the base was finished, by its clock.
  let end: Date
  /// Records that the news erases.
  let erased: Set<RecordIdentifier>
  /// The passwords that members wrote into records in the news.
  let written: [RecordIdentifier: Set<[UInt8]>]
  /// A record that only the attacked device changes.
  let own: RecordIdentifier
  /// The account's recovery key.
  let recoveryKey: SharedSecret
  /// The founding device, which removes others.
  let firstAuthor: LogAuthor
  private let keepers: [String: CredentialVault]

  /// Opens a copy of a vault in a new folder: `before`, `after`, `newcomer`, or another device's name.
  func copy(_ name: String, to target: URL, clock: SyncWorld.Clock) throws -> CredentialVault {
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    let place = target.appending(path: "vault")
    try FileManager.default.copyItem(at: folder.appending(path: name), to: place)
    let vault = try CredentialVault.open(at: place, environment: Self.environment(clock, name))
    guard let keeper = keepers[name] else { throw VaultSyncError(.canceled) }
    try vault.unlock(besides: keeper)
    return vault
  }

  /// Names a folder in memory if possible, so that hundreds of vaults need not wait for a disk.
  static func newFolder(_ name: String) -> URL {
    let memory = URL(filePath: "/dev/shm")
    let place = FileManager.default.isWritableFile(atPath: memory.path) ? memory : FileManager.default.temporaryDirectory
    return place.appending(path: "passfold-\(name)-\(UUID().uuidString)")
  }

  static func environment(_ clock: SyncWorld.Clock, _ name: String) -> VaultEnvironment {
    VaultEnvironment(now: { clock.now }, cost: .floor, deviceName: name)
  }

  static func replay(_ account: ServedAccount) throws -> (log: MembershipLog, chain: CommitChain) {
    var generator = SystemRandomNumberGenerator()
    let log = try MembershipLog(verifying: try account.log.map { try MembershipLogEntry(decoding: $0) })
    var chain = CommitChain(account: log.account)
    let onlooker = OwnDevice(.random(using: &generator))
    for commit in account.commits { try chain.follow(try Commit(decoding: commit.bytes), log: log, as: onlooker) }
    return (log, chain)
  }

  private init() async throws {
    folder = Self.baseFolder
    // The base exists as long as the test process.
    atexit { try? FileManager.default.removeItem(at: HostileBase.baseFolder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let clock = SyncWorld.Clock()
    let server = LyingServer()
    let folder = folder
    func client(_ vault: CredentialVault) -> SyncClient {
      SyncClient(vault: vault, exchange: server.exchange, now: { clock.now }, pause: { _ in })
    }
    func copyFolder(_ source: String, as target: String) throws {
      try FileManager.default.copyItem(at: folder.appending(path: source), to: folder.appending(path: target))
    }
    let new = try await CredentialVault.create(
      at: folder.appending(path: "first"), passphrase: SecretBytes(copying: Self.passphrase.utf8),
      environment: Self.environment(clock, "first"))
    let first = new.vault
    recoveryKey = new.recoveryKey
    let sponsor = client(first)
    try await sponsor.found()
    let (second, third, removed, newcomer) = (
      try Member(seed: 2), try Member(seed: 3), try Member(seed: 4), try Member(seed: 5)
    )
    (self.second, self.third, self.removed, self.newcomer) = (second, third, removed, newcomer)
    func join(
      _ member: Member, _ name: String, isPromised: Bool = false
    ) async throws -> (vault: CredentialVault, client: SyncClient) {
      let log = try await sponsor.admit(member.author, named: name)
      let head = isPromised ? try await sponsor.present()?.chain.head : nil
      let vault = try await CredentialVault.join(
        log, as: member.author, at: LyingServer.origin, promised: head, in: folder.appending(path: name),
        passphrase: SecretBytes(copying: Self.passphrase.utf8), environment: Self.environment(clock, name))
      return (vault, client(vault))
    }
    // The records that all devices have.
    let ids = (0..<12).map { _ in Sample.id() }
    try first.add(contentsOf: ids.enumerated().map { Sample.password($1, title: "Shop \($0)", password: "first \($0)") })
    try first.add(contentsOf: [Sample.passkey(key: 1), Sample.passkey(key: 2)])
    _ = try await sponsor.synchronise()
    let (secondVault, secondClient) = try await join(second, "second")
    let (thirdVault, thirdClient) = try await join(third, "third")
    let (removedVault, removedClient) = try await join(removed, "removed")
    for client in [secondClient, thirdClient, removedClient] { _ = try await client.synchronise() }
    var written: [RecordIdentifier: Set<[UInt8]>] = [:]
    func edit(_ vault: CredentialVault, _ client: SyncClient, _ numbers: [Int], _ word: String) async throws {
      clock.advance(by: 60)
      for number in numbers {
        written[ids[number], default: []].insert(Array("\(word) \(number)".utf8))
        try vault.replace(Sample.password(ids[number], title: "Shop \(number)", password: "\(word) \(number)"))
      }
      _ = try await client.synchronise()
    }
    try await edit(secondVault, secondClient, [0, 1], "second")
    try await edit(removedVault, removedClient, [2], "removed")
    try await edit(thirdVault, thirdClient, [11], "third")
    own = ids[11]
    try await edit(first, sponsor, [3], "changed")
    // A checkpoint, and an epoch that the removed device does not know.
    clock.advance(by: 31 * 86_400)
    try await edit(first, sponsor, [4, 5], "later")
    try await sponsor.remove(removed.author.member)
    try await edit(secondVault, secondClient, [0, 6], "second again")
    _ = try await sponsor.synchronise()
    _ = try await thirdClient.synchronise()
    await thirdClient.forget()
    try copyFolder("third", as: "before")
    before = server.history.count - 1
    // The news.
    written = [:]
    try await edit(secondVault, secondClient, [0, 1, 7], "news of the second")
    try await edit(first, sponsor, [3], "news of the first")
    try first.moveToTrash(ids[8])
    _ = try await sponsor.synchronise()
    try first.erase([ids[8]])
    _ = try await sponsor.synchronise()
    erased = [ids[8]]
    _ = try await secondClient.synchronise()
    clock.advance(by: 31 * 86_400)
    try await edit(secondVault, secondClient, [9], "behind a month")
    _ = try await sponsor.synchronise()
    let (newcomerVault, _) = try await join(newcomer, "newcomer-opened", isPromised: true)
    try copyFolder("newcomer-opened", as: "newcomer")
    let vouched = try await sponsor.present()?.chain.head ?? .beginning
    promised = EnrolmentHead(number: vouched.number, hash: vouched.hash, root: nil)
    newcomerLog = try await sponsor.present()?.log ?? MembershipLog(verifying: [])
    try await sponsor.rotate()
    try await edit(secondVault, secondClient, [10], "under the third epoch")
    try secondVault.add(Sample.password(title: "Added", password: "added"))
    try await edit(secondVault, secondClient, [1], "last")
    _ = try await sponsor.synchronise()
    _ = try await thirdClient.synchronise()
    await thirdClient.forget()
    try copyFolder("third", as: "after")
    self.written = written
    states = server.history
    firstAuthor = try await sponsor.present()?.author ?? second.author
    for client in [sponsor, secondClient] {
      _ = try await client.synchronise()
      await client.forget()
    }
    keepers = ["before": thirdVault, "after": thirdVault, "newcomer": newcomerVault, "first": first, "second": secondVault]
    known = try Self.replay(states[before])
    present = try Self.replay(states[states.count - 1])
    end = clock.now
  }

  /// The present state of the account.
  var last: ServedAccount { states[states.count - 1] }
}
