// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import Foundation
import Testing
import VaultProtocol
import passfold_vault

/// Each vault costs a key derivation, so they are created one after another.
@Suite("Attachments at the management desk", .serialized)
struct AttachmentDeskTests {
  private typealias Desk = AskedDesk
  private static let content = String(repeating: "0123456789abcdef", count: 5000)

  private func desk() async throws -> Desk {
    let desk = await Desk()
    _ = try await desk.entry(.addPassword(.init(service: "shop.example", user: "anne")), secret: "old")
    return desk
  }

  private func state(_ answer: VaultAnswer) throws -> VaultAnswer.AttachmentState {
    guard case .attachment(let state) = answer else { throw Desk.Unexpected(answer: answer) }
    return state
  }

  /// Sends a file part by part.
  @discardableResult
  private func attach(_ content: String, named name: String, to desk: Desk) async throws -> VaultAnswer.AttachmentState {
    var state = try state(
      await desk.ask(.attach(.init(query: "shop", name: name, bytes: content.utf8.count, mediaType: "text/plain"))).answer)
    while let transfer = state.transfer {
      let part = String(content.dropFirst(content.count - state.left).prefix(VaultCall.TransferQuery.partByteCount))
      state = try self.state(await desk.ask(.sendPart(.init(transfer: transfer)), secret: part).answer)
    }
    return state
  }

  private func content(of name: String, at desk: Desk) async throws -> String {
    var state = try state(await desk.ask(.openAttachment(.init(query: "shop", name: name))).answer)
    var content = ""
    while let transfer = state.transfer {
      let (answer, part) = await desk.ask(.takePart(.init(transfer: transfer)))
      state = try self.state(answer)
      content += part ?? ""
    }
    return content
  }

  @Test("are stored and returned in parts, listed with their entry, logged when released and erased when removed")
  func wholeLife() async throws {
    let desk = try await desk()
    defer { desk.leave() }
    let kept = try await attach(Self.content, named: "list.txt", to: desk)
    #expect(
      kept.file == AttachedFile(name: "list.txt", bytes: 80_000, mediaType: "text/plain", added: Household.today.timeIntervalSince1970))
    #expect(kept.left == 0 && kept.transfer == nil && kept.entry.user == "anne")
    try await attach("", named: "empty", to: desk)
    #expect(try await desk.details("shop").attachments?.map(\.name).sorted() == ["empty", "list.txt"])
    #expect(try await content(of: "list.txt", at: desk) == Self.content)
    #expect(try await content(of: "empty", at: desk) == "")
    guard case .releases(let log) = await desk.ask(.releases(.init())).answer else { throw CancellationError() }
    #expect(log.rows.map(\.kind) == [.attachment, .attachment])
    // An edit of the entry keeps its files.
    _ = try await desk.entry(.edit(.init(query: "shop", title: "Shop")), secret: "new")
    desk.household.person.will(.says(true))
    #expect(try await desk.entry(.removeAttachment(.init(query: "shop", name: "empty"))).title == "Shop")
    #expect(try await desk.details("shop").attachments?.map(\.name) == ["list.txt"])
    #expect(try await content(of: "list.txt", at: desk) == Self.content)
    #expect(await desk.failure(.removeAttachment(.init(query: "shop", name: "empty"))) == .noSuchAttachment)
    #expect(await desk.failure(.openAttachment(.init(query: "shop", name: "empty"))) == .noSuchAttachment)
  }

  @Test("are refused before a prompt or any data if the name, length or media type is unacceptable")
  func refused() async throws {
    let desk = try await desk()
    defer { desk.leave() }
    try await attach("x", named: "x", to: desk)
    for (name, bytes, code) in [
      ("x", 1, VaultFailure.Code.attachmentExists), ("y", (10 << 20) + 1, .attachmentTooLong), ("y", -1, .attachmentTooLong),
      ("../y", 1, .badAttachmentName), ("", 1, .badAttachmentName),
    ] {
      #expect(await desk.failure(.attach(.init(query: "shop", name: name, bytes: bytes)), from: Desk.stranger) == code)
    }
    #expect(desk.household.person.confirmations.isEmpty)
    #expect(await desk.failure(.attach(.init(query: "shop", name: "y", bytes: 1, mediaType: "a b"))) == .badRequest)
    #expect(await desk.failure(.attach(.init(query: "nothing", name: "y", bytes: 1))) == .notFound)
  }

  @Test("need one confirmation naming file and entry from a program without a grant, and are refused to a browser")
  func asked() async throws {
    let desk = try await desk()
    defer { desk.leave() }
    try await attach(Self.content, named: "list.txt", to: desk)
    for (call, words) in [
      (VaultCall.attach(.init(query: "shop", name: "y", bytes: 1)), "wants to attach the file y to shop.example (anne)"),
      (.openAttachment(.init(query: "shop", name: "list.txt")), "wants the file list.txt of shop.example (anne)"),
      (.removeAttachment(.init(query: "shop", name: "list.txt")), "wants to remove the file list.txt from shop.example (anne) permanently"),
    ] {
      desk.household.person.will(.says(false))
      #expect(await desk.failure(call, from: Desk.stranger) == .refused)
      #expect(desk.household.person.confirmations.last?.description.contains(words) == true)
      #expect(await desk.failure(call, from: Desk.popup) == .badRequest)
    }
    desk.household.person.will(.says(true))
    let count = desk.household.person.confirmations.count
    let state = try state(await desk.ask(.openAttachment(.init(query: "shop", name: "list.txt")), from: Desk.stranger).answer)
    let first = await desk.ask(.takePart(.init(transfer: try #require(state.transfer))), from: Desk.stranger)
    #expect(first.secret?.count == 65_536)
    #expect(desk.household.person.confirmations.count == count + 1)
  }

  @Test("are erased only after a confirmation, with or without a grant")
  func erased() async throws {
    let desk = try await desk()
    defer { desk.leave() }
    try await attach("x", named: "x", to: desk)
    desk.household.person.will(.says(false))
    #expect(await desk.failure(.removeAttachment(.init(query: "shop", name: "x"))) == .refused)
    #expect(try await content(of: "x", at: desk) == "x")
    desk.household.person.will(.says(true))
    _ = try await desk.entry(.removeAttachment(.init(query: "shop", name: "x")))
    #expect(try await desk.details("shop").attachments == nil)
    #expect(desk.household.person.confirmations.count == 2)
  }

  @Test(
    "in transfer end with a lock, after a minute without data or at a part of the wrong length, and are not stored")
  func ended() async throws {
    let desk = try await desk()
    defer { desk.leave() }
    func begin() async throws -> VaultCall.TransferQuery {
      let state = try state(await desk.ask(.attach(.init(query: "shop", name: "y", bytes: 70_000))).answer)
      return .init(transfer: try #require(state.transfer))
    }
    #expect(await desk.failure(.sendPart(try await begin()), secret: "short") == .badRequest)
    #expect(await desk.failure(.sendPart(try await begin())) == .badRequest)
    #expect(await desk.failure(.takePart(try await begin())) == .transferEnded)
    #expect(await desk.failure(.sendPart(.init(transfer: "0f")), secret: "x") == .transferEnded)
    let part = String(repeating: "x", count: 65_536)
    let slow = try await begin()
    desk.household.manual.advance(by: .seconds(61))
    #expect(await desk.failure(.sendPart(slow), secret: part) == .transferEnded)
    let locked = try await begin()
    _ = await desk.ask(.lock)
    #expect(await desk.failure(.sendPart(locked), secret: part) == .transferEnded)
    desk.household.person.will(.types(Household.passphrase))
    _ = await desk.ask(.unlock)
    #expect(try await desk.details("shop").attachments == nil)
  }
}
