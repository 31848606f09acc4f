// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import Crypto
import CryptoExtras
import ExchangeFormats
import Foundation
import SecretMemory
import Testing

import class SecretMemory.SharedSecret

/// Databases that are damaged or that no real program would write.
struct KeePassDamageTests {
  /// A KDBX 3.1 database around any document, with the passphrase "p", unencrypted protected values and no derivation work.
  static func database(
    _ document: [UInt8], isCompressed: Bool = false, innerStream: UInt32 = 0, padding: UInt8? = nil
  ) throws -> [UInt8] {
    func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] { withUnsafeBytes(of: number.littleEndian) { Array($0) } }
    let seed = [UInt8](repeating: 7, count: 32)
    var file: [UInt8] = [0x03, 0xD9, 0xA2, 0x9A, 0x67, 0xFB, 0x4B, 0xB5, 0x01, 0x00, 0x03, 0x00]
    let aes: [UInt8] = [0x31, 0xC1, 0xF2, 0xE6, 0xBF, 0x71, 0x43, 0x50, 0xBE, 0x58, 0x05, 0x21, 0x6A, 0xFC, 0x5A, 0xFF]
    let fields: [(UInt8, [UInt8])] = [
      (2, aes), (3, bytes(UInt32(isCompressed ? 1 : 0))), (4, seed), (5, seed), (6, bytes(UInt64(0))), (7, Array(seed.prefix(16))),
      (8, seed),
      (9, seed), (10, bytes(innerStream)), (0, []),
    ]
    for (field, content) in fields { file += [field] + bytes(UInt16(content.count)) + content }
    let composite = SHA256.hash(data: Array(SHA256.hash(data: Array("p".utf8))))
    let key = SHA256.hash(data: seed + Array(SHA256.hash(data: Array(composite))))
    var content = seed + bytes(UInt32(0)) + Array(SHA256.hash(data: document)) + bytes(UInt32(document.count)) + document
    content += bytes(UInt32(1)) + [UInt8](repeating: 0, count: 36)
    if let padding { content += [UInt8](repeating: padding, count: (16 - content.count % 16) % 16) }
    let sealed = try AES._CBC.encrypt(
      content, using: SymmetricKey(data: Array(key)), iv: AES._CBC.IV(ivBytes: seed.prefix(16)), noPadding: padding != nil)
    return file + sealed
  }

  static func database(_ document: String) throws -> [UInt8] { try database(Array(document.utf8)) }

  private static func entry(_ content: String, meta: String = "") -> String {
    "<KeePassFile><Meta>\(meta)</Meta><Root><Group><Name>Root</Name><Entry>\(content)</Entry></Group></Root></KeePassFile>"
  }

  private static func code(_ file: [UInt8]) -> CredentialExchangeError? {
    do {
      _ = try KeePassItems.read(file)
      return nil
    } catch { return error as? CredentialExchangeError ?? CredentialExchangeError(.unknownFormat) }
  }

  @Test(arguments: KeePassSampleTests.samples.prefix(2)) func `a truncated file is refused`(_ sample: KeePassSampleTests.Sample)
    throws
  {
    let whole = try sample.bytes()
    for step in 0..<16 {
      #expect(throws: CredentialExchangeError.self) { try sample.read(Array(whole.prefix(whole.count * step / 16))) }
    }
    for less in [1, 15, 16, 17, 40, 48] { #expect(throws: CredentialExchangeError.self) { try sample.read(whole.dropLast(less)) } }
  }

  @Test func `a KDBX 3.1 database may be padded with zeros but with no other invalid padding`() throws {
    // 40 bytes precede the document and 40 follow it, 32 of them the hash, in addition to the 32 bytes that verify the keys.
    let document = Array(Self.entry("<String><Key>Title</Key><Value>t</Value></String>").utf8)
    for spaces in 0..<16 {
      let file = document + [UInt8](repeating: 0x20, count: spaces)
      let isFull = (file.count + 112) % 16 == 0
      #expect((try? KeePassItems.read(try Self.database(file, padding: 0)))?.items.map(\.title) == (isFull ? nil : ["t"]))
      #expect(try KeePassItems.read(try Self.database(file)).items.map(\.title) == ["t"])
      #expect(Self.code(try Self.database(file, padding: 99))?.code == .malformed)
    }
  }

  @Test func `a changed byte is detected`() throws {
    var items = try KeePassItems.everything()
    items[0].attachments = []
    let whole = try KeePassItems.write(items).file
    for step in 0..<64 {
      var changed = whole
      changed[whole.count * step / 64] ^= 0x10
      #expect(throws: CredentialExchangeError.self, "\(step)") { try KeePassItems.read(changed) }
    }
    // After the header, the keys are known to be right.
    for place in [whole.count - 1, whole.count / 2] {
      var changed = whole
      changed[place] ^= 1
      #expect(Self.code(changed)?.code == .malformed)
    }
  }

  @Test func `a changed byte of KDBX 3.1 neither crashes the reader nor changes a value`() throws {
    let sample = KeePassSampleTests.samples[1]
    let whole = try sample.bytes()
    let before = WholeItemText.lines(try sample.read(whole))
    for step in 0..<64 {
      var changed = whole
      changed[whole.count * step / 64] ^= 0x01
      if let read = try? sample.read(changed) { #expect(WholeItemText.lines(read) == before, "\(step)") }
    }
  }

  @Test func `KeePass 1 and versions after KDBX 4 are reported as unsupported`() throws {
    var file = try KeePassItems.write([]).file
    file[10] = 5
    #expect(Self.code(file) == CredentialExchangeError(.unsupportedVariant))
    file[4] = 0x65
    #expect(Self.code(file) == CredentialExchangeError(.unsupportedVariant))
    #expect(Self.code(try Self.database(Array(Self.entry("").utf8), innerStream: 1)) == CredentialExchangeError(.unsupportedVariant))
  }

  @Test func `Argon2 parameters above the limits are refused`() throws {
    // The positions of Argon2's parameters in a header that we wrote: the name, preceded by its length, and the value after its own length.
    let file = try KeePassItems.write([]).file
    for (name, byte) in [("M", 4), ("I", 3)] {
      let pattern = [1, 0, 0, 0] + Array(name.utf8) + [8, 0, 0, 0]
      guard let place = file.indices.first(where: { file[$0...].starts(with: pattern) }) else {
        Issue.record("no \(name)")
        return
      }
      var changed = file
      changed[place + pattern.count + byte] = 0xFF
      // The header's own hash is corrected.
      let end = file.indices.first { file[$0...].starts(with: [0, 4, 0, 0, 0, 0x0D, 0x0A, 0x0D, 0x0A]) }.map { $0 + 9 } ?? 0
      changed.replaceSubrange(end..<end + 32, with: Array(SHA256.hash(data: changed[..<end])))
      #expect(Self.code(changed) == CredentialExchangeError(.overBounds), "\(name)")
    }
  }

  @Test func `a decompression bomb is refused`() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "head -c 200000000 /dev/zero | gzip"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bomb = Array(output.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    #expect(Self.code(try Self.database(bomb, isCompressed: true)) == CredentialExchangeError(.overBounds))
    #expect(Self.code(try Self.database(Array(bomb.prefix(1000)), isCompressed: true)) == CredentialExchangeError(.malformed))
    let binary = "<Binaries><Binary ID=\"0\" Compressed=\"True\">\(Data(bomb).base64EncodedString())</Binary></Binaries>"
    #expect(Self.code(try Self.database(Self.entry("", meta: binary))) == CredentialExchangeError(.overBounds))
  }

  @Test(arguments: [
    "<!DOCTYPE a [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]>" + entry("<String><Key>Title</Key><Value>&b;</Value></String>"),
    "<!DOCTYPE a SYSTEM \"file:///etc/passwd\">" + entry(""), entry("&nbsp;"), entry("<String>"), "<KeePassFile/>", "<Other/>", "",
    "\u{FEFF}not XML", entry("") + "<KeePassFile/>", entry("<String><Key>a</Key><Value Protected=\"True\">%</Value></String>"),
    "<?xml version=\"1.0\" encoding=\"windows-1252\"?>" + entry(""),
  ])
  func `a document that is malformed or has a document type is refused`(_ document: String) throws {
    #expect(Self.code(try Self.database(document))?.code == .malformed)
  }

  @Test func `nesting of groups above the limit is refused`() throws {
    let groups = String(repeating: "<Group>", count: 300) + String(repeating: "</Group>", count: 300)
    let document = "<KeePassFile><Root>\(groups)</Root></KeePassFile>"
    #expect(Self.code(try Self.database(document)) == CredentialExchangeError(.overBounds))
    let nested = String(repeating: "<Group>", count: 200) + "<Entry/>" + String(repeating: "</Group>", count: 200)
    let read = try KeePassItems.read(try Self.database("<KeePassFile><Root>\(nested)</Root></KeePassFile>"))
    #expect(read.items.first?.folders.first?.count == 199)
  }

  @Test func `unknown elements are reported with their place, and the rest is imported`() throws {
    let document = Self.entry(
      "<Future>x</Future><Empty/><Times><CreationTime>no date</CreationTime><Later>x</Later></Times>"
        + "<String><Key>Title</Key><Value>a</Value><More>x</More></String><String><Key>Title</Key><Value>b</Value></String>"
        + "<Binary><Key>f</Key><Value Ref=\"7\"/></Binary><History><Entry><History><Entry/></History><Older>x</Older></Entry></History>",
      meta: "<Generator>g</Generator><Next>x</Next><CustomData><Item><Key>k</Key><Value>v</Value></Item></CustomData>")
    let read = try KeePassItems.read(try Self.database(document))
    #expect(
      read.findings.map(ImportedText.line) == [
        "unknownMember at Meta.Next: left out", "noPlace at Meta.CustomData.CustomData[k]: left out",
        "attachmentMissing at 0 Binary[f]: left out", "unknownMember at 0 Future: left out",
        "unknownMember at 0 Times.Later: left out",
        "unknownMember at 0 String.More: left out", "unknownMember at 0 History.Entry.History: left out",
        "unknownMember at 0 History.Entry.Older: left out", "malformedValue at 0 Times.CreationTime: left out",
      ])
    #expect(read.items.map(\.title) == ["a"])
    #expect(read.items.first?.annotations.fields.map { $0.name + ImportedText.text($0.value) } == ["Titleb"])
  }

  @Test func `resolving cyclic, dangling and expanding references terminates`() throws {
    func text(_ name: String, _ value: String) -> String { "<String><Key>\(name)</Key><Value>\(value)</Value></String>" }
    let identifier = Data([UInt8](repeating: 1, count: 16)).base64EncodedString()
    let own = String(repeating: "01", count: 16)
    let grows = String(repeating: "{REF:N@I:\(own)}", count: 40)
    let document = Self.entry(
      "<UUID>\(identifier)</UUID>" + text("Title", "x{ref:t@i:\(own)}") + text("Notes", grows)
        + text("Password", "{REF:P@T:none}{REF:}{REF:P@I:")
        + text("UserName", "{REF:I@I:\(own)}"))
    let read = try KeePassItems.read(try Self.database(document))
    #expect(read.findings.map(ImportedText.line).contains("referenceMissing at 0 Title: kept in part"))
    guard case .login(let login) = read.items.first?.parts.first else {
      Issue.record("no login")
      return
    }
    #expect(login.user == own && login.password.map(ImportedText.text) == "{REF:P@T:none}{REF:}{REF:P@I:")
  }
}
