// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import ExchangeFormats
import Foundation
import OneTimeCodes
import SecretMemory
import Testing

/// Files that Debian's KeePassXC opens, and files that it creates.
struct KeePassXCTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "passfold-keepassxc-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  /// Returns the output of `keepassxc-cli` for a passphrase.
  private func keePassXC(_ arguments: [String], passphrase: String = "p\n", status: Int32 = 0) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/keepassxc-cli")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ["HOME": folder.path, "LC_ALL": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen", "PATH": "/usr/bin:/bin"]
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(passphrase.utf8))
    try input.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == status, "\(complaint)")
    return text
  }

  private func place(_ file: [UInt8], _ name: String = "ours.kdbx") throws { try Data(file).write(to: folder.appending(path: name)) }

  @Test func `KeePassXC shows every value of a database that Passfold wrote`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let items = try KeePassItems.everything()
    try place(try KeePassItems.write(items).file)
    // 1. Folders and trash.
    let list = try keePassXC(["ls", "-q", "-R", "-f", "ours.kdbx"]).split(separator: "\n").map(String.init)
    for title in ["Note", "Card", "Code alone", "Steam", "Recycle Bin/People/Me", "Recycle Bin/Note beside", "Work/", "Passkey alone"] {
      #expect(list.contains(title), "\(title)")
    }
    #expect(list.filter { $0 == "Two logins" }.count == 2)
    // 2. Values of an entry.
    func show(_ entry: String, _ name: String) throws -> String { try keePassXC(["show", "-q", "-s", "-a", name, "ours.kdbx", entry]) }
    #expect(try show("Card", "PASSFOLD_CARD_NUMBER") == "4111111111111111\n")
    #expect(try show("Passkey alone", "KPEX_PASSKEY_RELYING_PARTY") == "shop.example\n")
    #expect(try show("Passkey alone", "KPEX_PASSKEY_PRIVATE_KEY_PEM").hasPrefix("-----BEGIN PRIVATE KEY-----\nMI"))
    #expect(try show("Passkey alone", "KPEX_PASSKEY_CREDENTIAL_ID") == "BAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQ\n")
    #expect(try show("Passkey alone", "UserName") == "zoë4\n")
    #expect(try show("Note", "Notes") == "now\n")
    #expect(try show("Code alone", "URL") == "https://c.example\n")
    #expect(try show("Counter", "HmacOtp-Counter") == "41\n")
    // 3. Codes, of this or the next period.
    for (title, index) in [("Code alone", 8), ("Steam", 9)] {
      guard case .oneTimeCode(let code) = items[index].parts[0] else {
        Issue.record("\(title) has no code")
        continue
      }
      let before = code.parameters.code(at: Date()).text
      let shown = try keePassXC(["show", "-q", "--totp", "ours.kdbx", title]).trimmingCharacters(in: .whitespacesAndNewlines)
      #expect([before, code.parameters.code(at: Date()).text].contains(shown), "\(title)")
    }
    // 4. The database itself.
    let info = try keePassXC(["db-info", "-q", "ours.kdbx"])
    #expect(info.contains("Cipher: ChaCha20 256-bit") && info.contains("KDF: Argon2id") && info.contains("Recycle bin is enabled."))
  }

  @Test func `KeePassXC shows a login with its files and history`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var item = try KeePassItems.everything()[0]
    item.title = "Shop"
    item.folders = [["Work"]]
    let seal = KeePassWriter.Seal(cipher: .aes, passes: 1, memoryKiB: 1024, lanes: 4)
    try place(try KeePassItems.write([item], keyFile: "any file", seal: seal).file)
    try place(Array("any file".utf8), "key")
    func show(_ name: String) throws -> String { try keePassXC(["show", "-q", "-s", "-k", "key", "-a", name, "ours.kdbx", "Work/Shop"]) }
    #expect(try show("Password") == "p\u{1}ä<ss>&\r\n word \n")
    #expect(try show("UserName") == "zoë\n")
    #expect(try show("URL") == "https://shop.example/login?a=1&b=2\n")
    #expect(try show("KP2A_URL") == "other.example\n")
    #expect(try show("KP2A_URL_1") == "androidapp://com.example.shop\n")
    #expect(try show("Notes") == "A remark\r\nof two lines & <more>\n")
    #expect(try show("PIN") == "1234\n")
    #expect(try show("Colour") == "red\tand\nblue\n")
    let link = try show("otp")
    let names = "otpauth://totp/Shop%3A%20%C3%A9:zo%C3%AB@shop.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Shop%3A%20%C3%A9"
    #expect(link == names + "&algorithm=SHA1&digits=6&period=30\n")
    #expect(try keePassXC(["attachment-export", "-q", "-k", "key", "--stdout", "ours.kdbx", "Work/Shop", "a.txt"]) == "hello")
    _ = try keePassXC(["attachment-export", "-q", "-k", "key", "ours.kdbx", "Work/Shop", "large.bin", "large"])
    #expect(try Data(contentsOf: folder.appending(path: "large")).elementsEqual(item.attachments[2].content.withBytes { Array($0) }))
    let text = try keePassXC(["export", "-q", "-k", "key", "ours.kdbx"])
    #expect(text.components(separatedBy: "<Value ProtectInMemory=\"True\">third</Value>").count == 2)
    #expect(try keePassXC(["db-info", "-q", "-k", "key", "ours.kdbx"]).contains("Cipher: AES 256-bit"))
    _ = try keePassXC(["ls", "-q", "-k", "key", "ours.kdbx"], passphrase: "other\n", status: 1)
  }

  @Test func `a Passfold database that KeePassXC saved again is imported completely`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let items = try KeePassItems.everything()
    try place(try KeePassItems.write(items).file)
    // KeePassXC rewrites the file and sorts its values by name.
    _ = try keePassXC(["mkdir", "-q", "ours.kdbx", "Another folder"])
    let read = try KeePassItems.read(Array(try Data(contentsOf: folder.appending(path: "ours.kdbx"))))
    #expect(read.items.count == items.count)
    for (before, after) in zip(items, read.items.sorted(like: items)) {
      func sorted(_ item: ExchangedItem) -> [String] {
        WholeItemText.lines(item).filter { !$0.hasPrefix("  created ") }.map { $0.replacing("\\r", with: "") }.sorted()
      }
      // Fields are sorted by name, line breaks become Unix line breaks, and a missing date is filled in.
      #expect(sorted(before) == sorted(after))
    }
  }

  @Test func `a database that the installed KeePassXC creates is imported`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try keePassXC(["db-create", "-q", "-t", "100", "-p", "--set-key-file", "theirs.keyx", "theirs.kdbx"], passphrase: "p\np\n")
    _ = try keePassXC(["mkdir", "-q", "-k", "theirs.keyx", "theirs.kdbx", "Group"])
    _ = try keePassXC(
      [
        "add", "-q", "-k", "theirs.keyx", "-u", "zoë", "--url", "https://shop.example", "--notes", "a note", "-p", "theirs.kdbx",
        "Group/Shop",
      ],
      passphrase: "p\nfirst\nfirst\n")
    _ = try keePassXC(["edit", "-q", "-k", "theirs.keyx", "-p", "theirs.kdbx", "Group/Shop"], passphrase: "p\nsecond\nsecond\n")
    try place(Array("content".utf8), "file.txt")
    _ = try keePassXC(["attachment-import", "-q", "-k", "theirs.keyx", "theirs.kdbx", "Group/Shop", "file.txt", "file.txt"])
    _ = try keePassXC(["add", "-q", "-k", "theirs.keyx", "-u", "gone", "theirs.kdbx", "Gone"])
    _ = try keePassXC(["rm", "-q", "-k", "theirs.keyx", "theirs.kdbx", "Gone"])
    let file = Array(try Data(contentsOf: folder.appending(path: "theirs.kdbx")))
    let key = String(decoding: try Data(contentsOf: folder.appending(path: "theirs.keyx")), as: UTF8.self)
    let read = try KeePassItems.read(file, keyFile: key)
    #expect(read.items.map(\.title) == ["Shop", "Gone"])
    #expect(read.items.map(\.shelf) == [.inUse, .trash])
    #expect(read.items.first?.folders == [["Group"]])
    guard case .login(let login) = read.items.first?.parts.first else {
      Issue.record("no login")
      return
    }
    #expect(login.user == "zoë" && login.services.map(\.text) == ["https://shop.example"])
    #expect(login.password.map(ImportedText.text) == "second" && login.history.map(\.password).map(ImportedText.text) == ["first"])
    #expect(read.items.first?.annotations.note.map(ImportedText.text) == "a note")
    #expect(read.items.first?.attachments.map(\.name) == ["file.txt"])
    #expect(read.items.first?.attachments.map(\.content).map(ImportedText.text) == ["content"])
    #expect(throws: CredentialExchangeError(.notOpenable)) { try KeePassItems.read(file, passphrase: "q", keyFile: key) }
    #expect(throws: CredentialExchangeError(.notOpenable)) { try KeePassItems.read(file) }
  }
}
