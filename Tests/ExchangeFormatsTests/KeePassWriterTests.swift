// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import ExchangeFormats
import Testing

struct KeePassWriterTests {
  @Test(arguments: [("p", nil), ("", nil), (nil, "any file"), ("p", "any file"), ("", "any file")] as [(String?, String?)])
  func `a written database is read back completely with any combination of keys`(passphrase: String?, keyFile: String?) throws {
    let items = try KeePassItems.everything()
    let (file, findings) = try KeePassItems.write(items, passphrase: passphrase, keyFile: keyFile)
    #expect(findings.isEmpty)
    let read = try KeePassItems.read(file, passphrase: passphrase, keyFile: keyFile)
    // A passkey with a signature counter is reported by the reader, not by the writer: the file contains it completely.
    #expect(read.findings.map(ImportedText.line) == ["countingPasskey at 14 PASSFOLD_PASSKEY_SIGNATURE_COUNT: kept in part"])
    #expect(read.readCount == items.count)
    for (before, after) in zip(items.map(WholeItemText.lines), read.items.sorted(like: items).map(WholeItemText.lines)) {
      #expect(before == after)
    }
  }

  @Test func `an empty database and a single entry are read back with either cipher`() throws {
    for cipher in [KeePassWriter.Seal.Cipher.aes, .chaCha20] {
      let seal = KeePassWriter.Seal(cipher: cipher, passes: 2, memoryKiB: 64, lanes: 2)
      let read = try KeePassItems.read(try KeePassItems.write([], seal: seal).file)
      #expect(read.items.isEmpty && read.findings.isEmpty)
      #expect(try KeePassItems.read(try KeePassItems.write([ExchangedItem(title: "a")], seal: seal).file).items.map(\.title) == ["a"])
    }
  }

  @Test func `a card or identity without content is read back as one`() throws {
    let items = [
      ExchangedItem(title: "card", parts: [.card(ExchangedCard())]), ExchangedItem(title: "person", parts: [.person(ExchangedPerson())]),
    ]
    let read = try KeePassItems.read(try KeePassItems.write(items).file)
    #expect(read.items.sorted(like: items).map(WholeItemText.lines) == items.map(WholeItemText.lines) && read.findings.isEmpty)
  }

  @Test func `an entry in a folder without a legal name does not end up in the trash`() throws {
    var item = ExchangedItem(title: "a")
    item.folders = [["\u{1}"]]
    #expect(try KeePassItems.read(try KeePassItems.write([item]).file).items.map(\.shelf) == [.inUse])
  }

  @Test func `writing a database without keys is refused`() {
    #expect(throws: CredentialExchangeError(.passphraseNeeded)) { try KeePassItems.write([], passphrase: nil) }
  }

  @Test func `values that a database cannot hold are reported`() throws {
    var item = ExchangedItem(title: "a")
    item.annotations.set("bell \u{7}", to: KeePassItems.secret("x"), isHidden: false)
    item.annotations.set("empty", to: KeePassItems.secret(""), isHidden: false)
    item.annotations.set("bells", to: KeePassItems.secret("\u{7}"), isHidden: false)
    item.folders = [["fo\u{1}lder"]]
    item.attachments = [
      ExchangedAttachment(name: "same", content: KeePassItems.secret("1")),
      ExchangedAttachment(name: "same", content: KeePassItems.secret("2")),
    ]
    item.parts = [.passkey(KeePassItems.passkey(1, algorithm: -47))]
    let findings = try KeePassItems.write([item]).findings.map(ImportedText.line)
    #expect(
      findings.sorted() == [
        "noPlace at 0 attachments[2 same]: kept in part", "noPlace at 0 fields: kept in part",
        "noPlace at 0 fields[bells].isHidden: kept in part",
        "noPlace at 0 fields[empty]: left out", "noPlace at 0 folder: kept in part", "unsupportedKey at 0 passkey: left out",
      ])
  }
}

extension [ExchangedItem] {
  /// Sorts items like others with the same titles. A database orders its entries by folder.
  func sorted(like others: [ExchangedItem]) -> [ExchangedItem] {
    others.compactMap { other in first { $0.title == other.title } }
  }
}
