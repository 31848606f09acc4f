// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import CredentialModel
import CredentialVault
import Foundation
import SecretMemory
import SyncModel
import Testing
import VaultSync

/// A lie about a file, and the verdict of the device that waits for it.
struct FileLie: Sendable, CustomTestStringConvertible {
  enum Verdict: Hashable, Sendable {
    /// The data is reported as different from the file and discarded.
    case refused
    /// The file is still awaited: withheld data cannot be distinguished from late data.
    case awaited
    /// The answer is invalid.
    case error(VaultSyncError.Code)
    /// The file has arrived, despite the lie.
    case here
  }

  let name: String
  let verdict: Verdict
  /// Changes an answer to `GET /v1/blobs/NAME`: its number of chunks, the chunks, the number of the first, and chunks of another file.
  var chunks: (@Sendable (inout UInt64, inout [[UInt8]], Int, [[UInt8]]) -> Void)?
  /// Changes the listing.
  var list: (@Sendable (inout [(name: [UInt8], count: UInt64, present: UInt64)], inout Bool) -> Void)?
  /// Changes the form of the listing.
  var form: (@Sendable (SyncResponse) -> SyncResponse)?
  /// Answers a request for a part instead of the server.
  var instead: (@Sendable () -> SyncResponse)?

  init(
    _ name: String, _ verdict: Verdict, chunks: (@Sendable (inout UInt64, inout [[UInt8]], Int, [[UInt8]]) -> Void)? = nil,
    list: (@Sendable (inout [(name: [UInt8], count: UInt64, present: UInt64)], inout Bool) -> Void)? = nil,
    form: (@Sendable (SyncResponse) -> SyncResponse)? = nil, instead: (@Sendable () -> SyncResponse)? = nil
  ) {
    (self.name, self.verdict, self.chunks, self.list, self.form, self.instead) = (name, verdict, chunks, list, form, instead)
  }

  var testDescription: String { name }

  static let all: [FileLie] = ofChunks + ofLists + ofAnswers

  private static let ofChunks: [FileLie] = [
    FileLie("A flipped bit in a chunk", .refused, chunks: { _, chunks, _, _ in chunks[0][77] ^= 4 }),
    FileLie("A flipped bit in a chunk's tag", .refused, chunks: { _, chunks, _, _ in chunks[0][chunks[0].count - 1] ^= 1 }),
    FileLie("A truncated chunk", .refused, chunks: { _, chunks, _, _ in chunks[0].removeLast() }),
    FileLie("A chunk with trailing data", .refused, chunks: { _, chunks, _, _ in chunks[0].append(0) }),
    FileLie("An empty chunk", .refused, chunks: { _, chunks, _, _ in chunks[0] = [] }),
    FileLie(
      "Two swapped chunks", .refused, chunks: { _, chunks, _, _ in if chunks.count > 1 { chunks.swapAt(0, 1) } }),
    FileLie("A repeated chunk", .refused, chunks: { _, chunks, _, _ in if chunks.count > 1 { chunks[1] = chunks[0] } }),
    FileLie("An omitted chunk", .refused, chunks: { _, chunks, _, _ in if chunks.count > 1 { chunks.removeFirst() } }),
    FileLie(
      "Another file's last chunk in place of the first", .refused,
      chunks: { _, chunks, _, other in if let last = other.last { chunks[0] = last } }),
    FileLie("The chunks of another file", .refused, chunks: { _, chunks, _, other in chunks = other }),
    FileLie(
      "Another file's first part in place of a later part", .refused,
      chunks: { _, chunks, first, other in
        if first > 0 { chunks = other }
      }),
    FileLie(
      "More chunks than the file has", .refused,
      chunks: { _, chunks, _, _ in
        chunks += [[UInt8]](repeating: chunks[0], count: 20)
      }),
    FileLie("A number of chunks that is too high", .refused, chunks: { count, _, _, _ in count += 1 }),
    FileLie("A number of chunks that is too low", .refused, chunks: { count, _, _, _ in count -= 1 }),
    FileLie("No chunks at all", .awaited, chunks: { _, chunks, _, _ in chunks = [] }),
    FileLie("Chunks served one by one", .here, chunks: { _, chunks, _, _ in chunks = Array(chunks.prefix(1)) }),
  ]

  private static let ofLists: [FileLie] = [
    FileLie("A file that is not listed", .awaited, list: { list, _ in list = [] }),
    FileLie(
      "A file listed as incomplete", .awaited,
      list: { list, _ in
        list = list.map { ($0.name, $0.count, $0.present - 1) }
      }),
    FileLie(
      "A file listed with too many chunks", .refused,
      list: { list, _ in
        list = list.map { ($0.name, $0.count + 1, $0.present + 1) }
      }),
    FileLie(
      "A file listed with more chunks than a file can have", .error(.answerMalformed),
      list: { list, _ in
        list = list.map { ($0.name, 1 << 40, 1 << 40) }
      }),
    FileLie(
      "A file listed with more stored chunks than it has", .error(.answerMalformed),
      list: { list, _ in
        list = list.map { ($0.name, $0.count, $0.count + 1) }
      }),
    FileLie("A list whose names are not in ascending order", .error(.answerMalformed), list: { list, _ in list = list.reversed() + list }),
    FileLie(
      "A list with a name of the wrong length", .error(.answerMalformed),
      list: { list, _ in
        list = list.map { (Array($0.name.dropLast()), $0.count, $0.present) }
      }),
    FileLie(
      "A list with an extra element for each file", .error(.answerMalformed),
      form: { answer in
        SyncResponseAltering.altered(answer, 1) { .array(($0.arrayValue ?? []).map { .array(($0.arrayValue ?? []) + [1]) }) }
      }),
    FileLie("An endless list", .error(.answerMalformed), list: { list, hasMore in hasMore = true }),
    FileLie(
      "An empty page of an unfinished list", .error(.answerMalformed), list: { list, hasMore in (list, hasMore) = ([], true) }),
    FileLie(
      "A list in pages of one file", .here,
      list: { list, hasMore in
        (list, hasMore) = (Array(list.prefix(1)), list.count > 1)
      }),
    FileLie(
      "A list with an unknown file", .here,
      list: { list, _ in
        list = (list + [([UInt8](repeating: 0xff, count: 16), 1, 1)]).filter { _ in true }
      }),
  ]

  private static let ofAnswers: [FileLie] = [
    FileLie("An answer that is not a map", .error(.answerMalformed), instead: { SyncResponse(status: 200, body: [1, 2, 3]) }),
    FileLie(
      "An answer with a value of the wrong type", .error(.answerMalformed),
      instead: {
        SyncResponse(status: 200, body: encoded([1: .text("four"), 2: .array([])]))
      }),
    FileLie(
      "Chunks that are not byte strings", .error(.answerMalformed),
      instead: {
        SyncResponse(status: 200, body: encoded([1: 7, 2: .array([1, 2])]))
      }),
    FileLie("A listed file that is not found", .awaited, instead: { LyingServer.refusal(404, "not_found") }),
    FileLie("A refusal", .error(.refused), instead: { LyingServer.refusal(403, "not_allowed") }),
    FileLie(
      "A rate limit", .error(.rateLimited),
      instead: {
        SyncResponse(status: 429, body: encoded([1: .text("rate_limited")]), retryAfter: .seconds(7))
      }),
    FileLie("A broken database", .error(.refused), instead: { LyingServer.refusal(503, "unavailable") }),
  ]
}

@Suite("A vault facing a server or folder that lies about files")
struct HostileFileTests {
  @Test("wrong data is refused without other effects, and an honest server then delivers the file", arguments: FileLie.all)
  func judged(_ lie: FileLie) async throws {
    let world = try await SyncWorld()
    try await Self.judge(lie, first: try await world.found(), world.wire) { try await world.join("second", by: $0) }
  }

  private static func judge(
    _ lie: FileLie, first: SyncWorld.Device, _ wire: SyncWorld.Wire, join: (SyncWorld.Device) async throws -> SyncWorld.Device
  ) async throws {
    let (id, content, other) = (Sample.id(), sampleContent(400_000), sampleContent(390_001).reversed())
    try first.vault.add(Sample.password(id))
    try first.vault.attach(content, named: "scan", to: id)
    try await first.client.exchangeAll()
    let second = try await join(first)
    try first.vault.attach(Array(other), named: "other", to: id)
    try await first.client.exchangeAll()
    _ = try await second.client.synchronise()
    let files = try second.vault.attachments(of: id)
    let foreign = first.vault.sealedChunks(of: try #require(files.first { $0.name == "other" }).blob, from: 0, most: 4)
    let blob = SyncWayText.hexadecimal(try #require(files.first { $0.name == "scan" }).blob.bytes)
    // The other file is served truly, which shows that the lie affects no other file.
    wire.meddle { request, answer in
      guard request.method == "GET", answer.status == 200, let path = request.path.split(separator: "?").first else { return answer }
      if path == "/v1/blobs/\(blob)" {
        if let instead = lie.instead { return instead() }
        guard let change = lie.chunks else { return answer }
        var (count, chunks) = try Self.chunks(answer.body)
        if chunks.isEmpty { return answer }
        change(&count, &chunks, Int(request.path.split(separator: "=").last ?? "0") ?? 0, foreign)
        return SyncResponse(status: 200, body: encoded([1: .unsigned(count), 2: .array(chunks.map(CBORValue.bytes))]))
      }
      if path == "/v1/blobs", let form = lie.form { return form(answer) }
      guard path == "/v1/blobs", let change = lie.list else { return answer }
      var (list, hasMore) = try Self.list(answer.body)
      change(&list, &hasMore)
      return SyncResponse(
        status: 200,
        body: encoded([
          1: .array(list.map { .array([.bytes($0.name), .unsigned($0.count), .unsigned($0.present)]) }), 2: .boolean(hasMore),
        ]))
    }
    wire.forgetRequests()
    let before = try second.vault.summaries()
    let found = await refusal { try await second.client.carryAll() }
    #expect(wire.requests.count < 60, "the client sends endless requests")
    let scan = try #require(try second.vault.attachments(of: id).first { $0.name == "scan" })
    let refused = await second.client.refusedFiles
    switch lie.verdict {
    case .refused:
      #expect(found == nil && refused.contains(scan.blob))
      #expect(second.vault.refusal(of: "scan", in: id) == .attachmentAwaited)
    case .awaited:
      #expect(found == nil && refused.isEmpty)
      #expect(second.vault.refusal(of: "scan", in: id) == .attachmentAwaited)
    case .error(let code):
      #expect(found?.code == code)
      #expect(second.vault.refusal(of: "scan", in: id) == .attachmentAwaited)
    case .here:
      #expect(found == nil)
      #expect(try second.vault.content(of: "scan", in: id) == content)
    }
    // Nothing else has changed, edits continue and there is no alarm: a spoiled file counts as one that has not arrived.
    #expect(try second.vault.summaries() == before)
    #expect(second.vault.check().findings.isEmpty)
    try second.vault.add(Sample.password(title: "meanwhile"))
    _ = try await second.client.synchronise()
    #expect(second.vault.pendingCount == 0)
    wire.meddle(nil)
    try await second.client.exchangeAll()
    for (name, bytes) in [("scan", content), ("other", Array(other))] { #expect(try second.vault.content(of: name, in: id) == bytes) }
    #expect(await second.client.refusedFiles.isEmpty)
  }

  @Test("a server that reports fewer chunks than were sent causes one error, and the file is then sent", arguments: [0, 3, 99] as [UInt64])
  func forgetful(answer: UInt64) async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    let id = Sample.id()
    try first.vault.add(Sample.password(id))
    try first.vault.attach(sampleContent(1_000_000), named: "scan", to: id)
    _ = try await first.client.synchronise()
    let count = Remembered(0)
    world.wire.meddle { request, served in
      guard request.method == "PUT", count.next() == 2 else { return served }
      return SyncResponse(status: 200, body: encoded([1: .unsigned(answer)]))
    }
    #expect(await refusal { try await first.client.carryAll() }?.code == .answerMalformed)
    try await first.client.carryAll()
    #expect(world.wire.requests.filter { $0.hasPrefix("PUT") }.count == 4, "a stored part was sent again")
    #expect(first.vault.waitingFiles.outgoing == 0)
  }

  @Test("a refusal that contains a list is still a refusal, and the file is requested again")
  func refusedList() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    let id = Sample.id()
    try first.vault.add(Sample.password(id))
    try first.vault.attach([1, 2, 3], named: "scan", to: id)
    try await first.client.exchangeAll()
    let second = try await world.join("second", by: first)
    _ = try await second.client.synchronise()
    world.wire.meddle { request, answer in
      request.path.hasPrefix("/v1/blobs") && !request.path.hasPrefix("/v1/blobs/") ? SyncResponse(status: 503, body: answer.body) : answer
    }
    #expect(await refusal { try await second.client.carryAll() } != nil)
    #expect(second.vault.refusal(of: "scan", in: id) == .attachmentAwaited)
    world.wire.meddle(nil)
    try await second.client.exchangeAll()
    #expect(try second.vault.content(of: "scan", in: id) == [1, 2, 3])
  }

  @Test("there are at least 30 lies, each with a unique name")
  func named() {
    #expect(Set(FileLie.all.map(\.name)).count == FileLie.all.count)
    #expect(FileLie.all.count >= 30)
  }

  private static func chunks(_ body: [UInt8]) throws -> (UInt64, [[UInt8]]) {
    let fields = try CanonicalFields(decoding: body, atMost: 1 << 20)
    return (try fields.unsigned(1), try fields.array(2).map { $0.bytesValue ?? [] })
  }

  private static func list(_ body: [UInt8]) throws -> ([(name: [UInt8], count: UInt64, present: UInt64)], Bool) {
    let fields = try CanonicalFields(decoding: body, atMost: 1 << 20)
    let list = try fields.array(1).map { element -> (name: [UInt8], count: UInt64, present: UInt64) in
      let parts = element.arrayValue ?? []
      return (parts[0].bytesValue ?? [], UInt64(parts[1].integerValue ?? 0), UInt64(parts[2].integerValue ?? 0))
    }
    return (list, fields[2] == .boolean(true))
  }
}

/// Bytes in paths.
enum SyncWayText {
  static func hexadecimal(_ bytes: [UInt8]) -> String { bytes.map { String(format: "%02x", $0) }.joined() }
}
