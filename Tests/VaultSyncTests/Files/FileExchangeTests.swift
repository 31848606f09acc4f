// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import CredentialModel
import CredentialVault
import Foundation
import GRDB
import SecretMemory
import SyncServer
import Synchronization
import Testing
import VaultSync

@Suite("Files exchanged between devices of an account")
struct FileExchangeTests {
  private static func pair(
    configure: (inout ServerConfiguration) -> Void = { _ in }
  ) async throws -> (world: SyncWorld, first: SyncWorld.Device, second: SyncWorld.Device, id: RecordIdentifier) {
    let world = try await SyncWorld(configure: configure)
    let id = Sample.id()
    let (first, second) = try await world.two(having: [Sample.password(id)])
    return (world, first, second, id)
  }

  private static func parts(_ world: SyncWorld, _ method: String) -> Int {
    world.wire.requests.filter { $0.hasPrefix("\(method) /v1/blobs/") }.count
  }

  @Test("files of any length reach the other devices, and nothing is sent if nothing has changed")
  func exchanged() async throws {
    let (world, first, second, id) = try await Self.pair()
    let lengths = [0, 1, 65_535, 65_536, 300_000, 3 << 20]
    for length in lengths { try first.vault.attach(sampleContent(length), named: "\(length)", to: id) }
    _ = try await first.client.synchronise()
    _ = try await second.client.synchronise()
    for length in lengths { #expect(second.vault.refusal(of: "\(length)", in: id) == .attachmentAwaited) }
    #expect(second.vault.waitingFiles.incoming == lengths.count && first.vault.waitingFiles.outgoing == lengths.count)
    #expect(second.vault.check().findings.isEmpty, "an awaited file is not reported as lost")
    world.wire.forgetRequests()
    try await first.client.carryAll()
    #expect(Self.parts(world, "PUT") == 5 + (BlobShape(byteCount: 3 << 20).chunkCount + 3) / 4 + 1, "a part was sent twice or omitted")
    #expect(first.vault.waitingFiles.outgoing == 0)
    world.wire.forgetRequests()
    try await second.client.carryAll()
    #expect(Self.parts(world, "GET") == 5 + (BlobShape(byteCount: 3 << 20).chunkCount + 3) / 4 + 1)
    for length in lengths { #expect(try second.vault.content(of: "\(length)", in: id) == sampleContent(length)) }
    #expect(second.vault.waitingFiles.incoming == 0)
    #expect(second.vault.check().findings.isEmpty && first.vault.check().findings.isEmpty)
    world.wire.forgetRequests()
    for device in [first, second] { #expect(try await device.client.carryAll() == 1) }
    #expect(world.wire.requests.isEmpty, "a request was sent although nothing had changed")
  }

  @Test("edits are sent between the parts of files, and a short file before a long one")
  func order() async throws {
    let (world, first, second, id) = try await Self.pair()
    try first.vault.attach(sampleContent(2 << 20), named: "long", to: id)
    _ = try await first.client.synchronise()
    #expect(try await first.client.carryFiles(looksAnew: false))
    try first.vault.add(Sample.password(title: "Bank", password: "meanwhile"))
    try first.vault.attach([1, 2, 3], named: "short", to: id)
    _ = try await first.client.send()
    #expect(try await first.client.carryFiles(looksAnew: false))
    _ = try await second.client.synchronise()
    #expect(try second.vault.passwords(titled: "Bank") == ["meanwhile"])
    try await second.client.carryAll()
    #expect(try second.vault.content(of: "short", in: id) == [1, 2, 3])
    #expect(second.vault.refusal(of: "long", in: id) == .attachmentAwaited)
    #expect(Self.parts(world, "PUT") == 2)
    try await first.client.carryAll(looksAnew: false)
    try await second.client.carryAll()
    #expect(try second.vault.content(of: "long", in: id) == sampleContent(2 << 20))
  }

  @Test("a waiting device is notified once a file is complete")
  func news() async throws {
    let (_, first, second, id) = try await Self.pair()
    try first.vault.attach([1, 2, 3], named: "short", to: id)
    _ = try await first.client.synchronise()
    _ = try await second.client.synchronise()
    async let hears = second.client.hasNews()
    try await first.client.carryAll()
    #expect(try await hears)
    try await second.client.exchangeAll()
    #expect(try second.vault.content(of: "short", in: id) == [1, 2, 3])
  }

  @Test("a lost connection costs only the current part, in either direction and even after a restart")
  func lost() async throws {
    let (world, first, second, id) = try await Self.pair()
    let content = sampleContent(1_500_000)
    try first.vault.attach(content, named: "long", to: id)
    try await first.client.exchangeAllLosing(world, "PUT", again: { world.client(of: first.vault) })
    let needed = (BlobShape(byteCount: content.count).chunkCount + 3) / 4
    // The answer to each part was lost once, and a restarted client asked how far the transfer had come.
    #expect(Self.parts(world, "PUT") == needed)
    world.wire.forgetRequests()
    try await second.client.exchangeAllLosing(world, "GET", again: { world.client(of: second.vault) })
    #expect(Self.parts(world, "GET") == needed * 2, "a received part was requested again")
    #expect(try second.vault.content(of: "long", in: id) == content)
  }

  @Test("a joining device and one that was recovered get the account's files")
  func joining() async throws {
    let (world, first, _, id) = try await Self.pair()
    try first.vault.attach(sampleContent(100_000), named: "scan", to: id)
    try await first.client.exchangeAll()
    let third = try await world.join("third", by: first)
    try await third.client.exchangeAll()
    #expect(try third.vault.content(of: "scan", in: id) == sampleContent(100_000))
    // A new recovery key and epoch change no chunk, so no file is sent again.
    world.wire.forgetRequests()
    let key = try await first.client.replaceRecoveryKey()
    try await first.client.carryAll()
    #expect(Self.parts(world, "PUT") == 0)
    let account = try #require(try first.vault.replica()).log.account
    let joined = try await AccountJoining(exchange: world.exchange).recover(
      account, with: key.copy(), named: "back", beside: world.folder.appending(path: "back")
    ).joined
    let vault = try await CredentialVault.join(
      joined.log, as: joined.device, at: SyncWorld.origin, in: world.folder.appending(path: "back"),
      passphrase: SecretBytes(copying: "a".utf8), environment: world.environment(name: "back"))
    let client = world.client(of: vault)
    _ = try await client.synchronise()
    try await client.carryAll()
    #expect(try vault.content(of: "scan", in: id) == sampleContent(100_000))
  }

  @Test("an unreferenced file is removed from the server once every device has seen that, and not before")
  func removal() async throws {
    let (world, first, second, id) = try await Self.pair()
    try second.vault.add(Sample.password(title: "own"))
    _ = try await second.client.synchronise()
    try first.vault.attach(sampleContent(70_000), named: "scan", to: id)
    try first.vault.attach([1], named: "note", to: id)
    for device in [first, second, first] { try await device.client.exchangeAll() }
    #expect(try world.count("account_blob") == 2)
    try first.vault.removeAttachment(named: "scan", from: id)
    try await first.client.exchangeAll()
    #expect(try world.count("account_blob") == 2, "the other device has not seen the removal")
    // The second device takes the removal and deletes the bytes.
    try await second.client.exchangeAll()
    #expect(second.vault.refusal(of: "scan", in: id) == .noSuchAttachment)
    #expect(try world.count("blob_chunk", in: "second/vault.sqlite") == 1)
    // The first device has committed the removal, which is all that the second one waits for.
    #expect(try world.count("account_blob") == 1)
    #expect(try world.count("blob_chunk") == 1)
    for device in [first, second] { try await device.client.exchangeAll() }
    #expect(try second.vault.content(of: "note", in: id) == [1])
    world.wire.forgetRequests()
    for device in [first, second] { try await device.client.carryAll() }
    #expect(world.wire.requests.isEmpty)
    // An unknown file, as a restored server may have, is removed by the same rule after the devices restart.
    try world.execute("INSERT INTO account_blob SELECT acct, zeroblob(16), 1, 1, 17, 0 FROM account_blob")
    let started = [first, second].map { world.client(of: $0.vault) }
    try second.vault.add(Sample.password(title: "later"))
    for client in started + started { try await client.exchangeAll() }
    #expect(try world.count("account_blob") == 1)
    #expect(try second.vault.content(of: "note", in: id) == [1])
  }

  /// Two devices that have both committed, with one file on the server.
  private static func pairWithFile() async throws -> (SyncWorld, SyncWorld.Device, SyncWorld.Device, RecordIdentifier) {
    let (world, first, second, id) = try await pair()
    try second.vault.add(Sample.password(title: "own"))
    _ = try await second.client.synchronise()
    try first.vault.attach([1, 2, 3], named: "scan", to: id)
    for device in [first, second] { try await device.client.exchangeAll() }
    return (world, first, second, id)
  }

  @Test("no removal is requested while an edit waits, and a refused removal is requested again")
  func removalRefused() async throws {
    let (world, first, second, id) = try await Self.pairWithFile()
    try second.vault.add(Sample.password(title: "seen"))
    for device in [second, first] { try await device.client.exchangeAll() }
    try first.vault.removeAttachment(named: "scan", from: id)
    // The device's last commit still names the file: a device that has seen it has not seen the removal.
    world.wire.forgetRequests()
    try await first.client.carryAll()
    #expect(!world.wire.requests.contains { $0.hasPrefix("DELETE") } && first.vault.pendingCount > 0)
    world.wire.before { request in
      request.method == "DELETE" ? SyncResponse(status: 503, body: encoded([1: .text("unavailable")])) : nil
    }
    try await first.client.exchangeAll()
    #expect(await refusal { try await second.client.exchangeAll() } != nil)
    #expect(try world.count("account_blob") == 1)
    world.wire.before(nil)
    for device in [second, first] { try await device.client.exchangeAll() }
    #expect(try world.count("account_blob") == 0, "a refused removal was treated as done")
  }

  @Test("no removal is requested before the first exchange after a start, nor while a record is unreadable")
  func removalUnsure() async throws {
    let (world, first, second, id) = try await Self.pairWithFile()
    try first.vault.removeAttachment(named: "scan", from: id)
    try await first.client.exchangeAll()
    _ = try await second.client.synchronise()
    func asksForRemoval() -> Bool { world.wire.requests.contains { $0.hasPrefix("DELETE") } }
    world.wire.forgetRequests()
    // A later commit than the last known one may name the file again.
    try await world.client(of: second.vault).carryAll()
    #expect(!asksForRemoval())
    // An unreadable record may name any file.
    func reopen(_ change: String) async throws {
      try world.execute("UPDATE record SET body = \(change) WHERE name <> x'\(SyncWayText.hexadecimal(id.bytes))'", in: "second")
      second.vault.lock()
      // Without its index, the vault is opened record by record.
      try FileManager.default.removeItem(at: world.folder.appending(path: "second/index.sealed"))
      try await second.vault.unlock(passphrase: SecretBytes(copying: "a".utf8))
    }
    try await reopen("CAST(x'00' || body AS BLOB)")
    #expect(try second.vault.unavailableRecords() == (0, 1))
    try await world.client(of: second.vault).exchangeAll()
    #expect(try !asksForRemoval() && world.count("account_blob") == 1)
    try await reopen("CAST(substr(body, 2) AS BLOB)")
    try await world.client(of: second.vault).exchangeAll()
    #expect(try asksForRemoval() && world.count("account_blob") == 0)
  }

  @Test("a file with damaged chunks is skipped, and other files are sent")
  func damaged() async throws {
    let (world, first, second, id) = try await Self.pair()
    for length in [70_000, 300_000] { try first.vault.attach(sampleContent(length), named: "\(length)", to: id) }
    _ = try await first.client.synchronise()
    _ = try await second.client.synchronise()
    // The first chunk of the shorter file, which is sent first.
    let blob = try #require(try first.vault.attachments(of: id).first { $0.name == "70000" }).blob
    try world.execute("DELETE FROM blob_chunk WHERE number = 0 AND blob = x'\(SyncWayText.hexadecimal(blob.bytes))'", in: "first")
    try await first.client.carryAll()
    try await second.client.carryAll()
    #expect(try second.vault.content(of: "300000", in: id) == sampleContent(300_000))
    #expect(second.vault.refusal(of: "70000", in: id) == .attachmentAwaited)
    #expect(Self.parts(world, "PUT") == 2)
  }

  @Test("a record in the trash keeps its files, even if it is erased and restored concurrently")
  func trash() async throws {
    let (world, first, second, id) = try await Self.pairWithFile()
    try first.vault.moveToTrash(id)
    for device in [first, second] { try await device.client.exchangeAll() }
    #expect(try second.vault.content(of: "scan", in: id) == [1, 2, 3])
    // One device erases the record while the other restores it.
    try first.vault.erase([id])
    try second.vault.restore(id)
    for device in [first, second, first] { _ = try await device.client.synchronise() }
    #expect(first.vault.refusal(of: "scan", in: id) == .attachmentAwaited)
    #expect(first.vault.check().findings.isEmpty)
    for device in [first, second, first, second] { try await device.client.exchangeAll() }
    for device in [first, second] { #expect(try device.vault.content(of: "scan", in: id) == [1, 2, 3]) }
    #expect(try world.count("account_blob") == 1)
  }

  @Test("a restarted device sends a file again that the server has lost or has only in part")
  func anew() async throws {
    let (world, first, second, id) = try await Self.pair()
    try first.vault.attach([1, 2, 3], named: "scan", to: id)
    try await first.client.exchangeAll()
    try world.execute("DELETE FROM blob_chunk; DELETE FROM account_blob")
    try await second.client.exchangeAll()
    #expect(second.vault.refusal(of: "scan", in: id) == .attachmentAwaited)
    try await world.client(of: first.vault).exchangeAll()
    try await second.client.exchangeAll()
    #expect(try second.vault.content(of: "scan", in: id) == [1, 2, 3])
  }

  @Test("an account whose files exceed the quota still has room for edits")
  func quota() async throws {
    let (_, first, second, id) = try await Self.pair { $0.byteLimit = 1 << 20 }
    try first.vault.attach(sampleContent(2 << 20), named: "long", to: id)
    _ = try await first.client.synchronise()
    #expect(await refusal { try await first.client.carryAll() }?.code == .quotaExceeded)
    try first.vault.add(Sample.password(title: "Bank", password: "there is room"))
    _ = try await first.client.synchronise()
    _ = try await second.client.synchronise()
    #expect(try second.vault.passwords(titled: "Bank") == ["there is room"])
    #expect(first.vault.waitingFiles.outgoing == 1)
  }

  @Test("a file that would fill the disk waits while edits continue, and arrives once there is room")
  func room() async throws {
    let (world, first, _, id) = try await Self.pair()
    try first.vault.attach(sampleContent(3 << 20), named: "long", to: id)
    _ = try await first.client.synchronise()
    try await first.client.carryAll()
    let free = Mutex(17 << 20)
    var environment = world.environment(name: "third")
    environment.freeByteCount = { _ in free.withLock { $0 } }
    var generator = SystemRandomNumberGenerator()
    let newcomer = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
    let log = try await first.client.admit(newcomer, named: "third")
    let third = try await CredentialVault.join(
      log, as: newcomer, at: SyncWorld.origin, in: world.folder.appending(path: "third"), passphrase: SecretBytes(copying: "a".utf8),
      environment: environment)
    let client = world.client(of: third)
    _ = try await client.synchronise()
    #expect(await refusal { try await client.carryAll() }?.code == .noRoom)
    try third.add(Sample.password(title: "Bank"))
    _ = try await client.synchronise()
    #expect(third.waitingFiles.incoming == 1 && third.pendingCount == 0)
    free.withLock { $0 = 20 << 20 }
    try await client.carryAll()
    #expect(third.waitingFiles.incoming == 0)
  }

  @Test("a file that no device has sent is counted as unsent")
  func unsent() async throws {
    let (_, first, second, id) = try await Self.pair()
    try first.vault.attach(sampleContent(300_000), named: "long", to: id)
    _ = try await first.client.synchronise()
    try await second.client.exchangeAll()
    #expect(await second.client.unsentFileCount == 1)
    try await first.client.carryAll()
    try await second.client.carryAll()
    #expect(await second.client.unsentFileCount == 0)
  }

  @Test("a rate limit for files does not delay edits, and reports how long to wait")
  func rates() async throws {
    let (_, first, _, id) = try await Self.pair { $0.blobRate = .init(1, per: .seconds(60)) }
    try first.vault.attach(sampleContent(1 << 20), named: "long", to: id)
    _ = try await first.client.synchronise()
    let found = await refusal { try await first.client.carryAll() }
    #expect(found?.code == .rateLimited && found?.retryAfter ?? .zero > .seconds(30))
    try first.vault.add(Sample.password(title: "Bank"))
    _ = try await first.client.send()
    #expect(first.vault.pendingCount == 0)
  }

  @Test("vaults synchronised by a version without files exchange their files")
  func former() async throws {
    let (world, first, second, id) = try await Self.pair()
    try first.vault.attach([1, 2, 3], named: "scan", to: id)
    for device in [first, second] { _ = try await device.client.synchronise() }
    // As that version left them: copies of the vaults without the tables.
    var clients: [SyncClient] = []
    var vaults: [CredentialVault] = []
    for (name, device) in [("first", first), ("second", second)] {
      device.vault.lock()
      try FileManager.default.copyItem(at: world.folder.appending(path: name), to: world.folder.appending(path: "former \(name)"))
      try world.execute("DROP TABLE replica_file; DROP TABLE replica_blob; DROP TABLE replica_chunk", in: "former \(name)")
      let vault = try CredentialVault.open(at: world.folder.appending(path: "former \(name)"), environment: world.environment(name: name))
      try await vault.unlock(passphrase: SecretBytes(copying: "a".utf8))
      #expect(vault.refusal(of: "scan", in: id) == (name == "first" ? nil : .attachmentDamaged))
      vaults.append(vault)
      clients.append(world.client(of: vault))
    }
    for client in clients { try await client.exchangeAll() }
    #expect(try vaults[1].content(of: "scan", in: id) == [1, 2, 3])
    for vault in vaults { #expect(vault.check().findings.isEmpty) }
  }
}

extension SyncWorld {
  var exchange: SyncExchange {
    let server = server
    return SyncExchange(place: Self.origin) { request throws(VaultSyncError) in await Routes.answer(request, by: server) }
  }

  /// The number of rows of a table, read separately.
  func count(_ table: String, in path: String = "sync.sqlite") throws -> Int {
    try DatabaseQueue(path: folder.appending(path: path).path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? -1 }
  }

  func execute(_ sql: String, in vault: String? = nil) throws {
    let path = vault.map { "\($0)/vault.sqlite" } ?? "sync.sqlite"
    try DatabaseQueue(path: folder.appending(path: path).path).write { try $0.execute(sql: sql) }
  }
}

extension SyncClient {
  /// Exchanges everything while the answer to each part is lost once, restarting the client each time.
  fileprivate func exchangeAllLosing(_ world: SyncWorld, _ method: String, again: () -> SyncClient) async throws {
    _ = try await synchronise()
    let lost = Remembered<Set<String>>([])
    world.wire.meddle { request, answer in
      guard request.method == method, request.path.hasPrefix("/v1/blobs/"), !lost.now.contains(request.path) else { return answer }
      lost.now.insert(request.path)
      throw VaultSyncError(.unreachable)
    }
    defer { world.wire.meddle(nil) }
    var client = self
    for _ in 0..<100 {
      do {
        try await client.carryAll()
        return
      } catch let error as VaultSyncError where error.code == .unreachable {
        client = again()
        _ = try await client.synchronise()
      }
    }
    throw VaultSyncError(.overtaken)
  }
}
