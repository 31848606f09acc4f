// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PasswordStoreProvider

/// A password store of the real `pass`, with a key of the real GnuPG and an agent that uses a scripted pinentry.
final class RealStore {
  static let passphrase = "a long passphrase"

  let folder: String
  private let environment: [String: String]

  /// Creates the key, starts the agent and initialises the store.
  init() throws {
    folder = "/tmp/pf-" + String(UUID().uuidString.prefix(8))
    environment = [
      "HOME": folder, "GNUPGHOME": folder + "/keys", "PASSWORD_STORE_DIR": folder + "/store", "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
      "PASSWORD_STORE_ENABLE_EXTENSIONS": "true",
    ]
    for path in ["/keys", "/store", "/own"] {
      try FileManager.default.createDirectory(
        atPath: folder + path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    let pinentry = """
      #!/bin/sh
      echo OK
      while read -r word rest; do
        echo "$word $rest" >> \(folder)/asked
        case $word in
          GETPIN) if [ -e \(folder)/refuses ]; then echo 'ERR 83886179 canceled'; continue; fi
            while [ -e \(folder)/waits ]; do sleep 0.05; done
            echo 'D \(Self.passphrase)' ;;
          BYE) echo OK; exit ;;
        esac
        echo OK
      done
      """
    try write(pinentry, to: "pinentry")
    chmod(folder + "/pinentry", 0o700)
    try write(
      "pinentry-program \(folder)/pinentry\nextra-socket \(agent)\ns2k-count 65536\n", to: "keys/gpg-agent.conf")
    try run(
      "gpg --batch --passphrase '\(Self.passphrase)' --pinentry-mode loopback --quick-generate-key anne@shop.example future-default default never"
    )
    try run("gpgconf --kill gpg-agent; gpg-connect-agent /bye; pass init anne@shop.example")
  }

  deinit {
    _ = try? run("gpgconf --kill gpg-agent")
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The agent's restricted socket.
  var agent: String { folder + "/keys/S.agent.extra" }
  /// Decrypts the store's entries, configured as in `main.swift`.
  var gpg: GnuPG {
    GnuPG(
      home: folder + "/own/gnupg", keyrings: [folder + "/keys/pubring.kbx"], agents: [folder + "/none", agent], searchPath: "/usr/bin:/bin")
  }
  var store: PasswordStore { PasswordStore(folder: folder + "/store") }
  var own: URL { URL(fileURLWithPath: folder + "/own", isDirectory: true) }

  /// Adds an entry with `pass insert`.
  func insert(_ path: String, _ content: String) throws {
    try write(content, to: "content")
    try run("pass insert --multiline --force '\(path)' < \(folder)/content")
  }

  /// Makes the agent forget passphrases.
  func lock() throws {
    try run("gpg-connect-agent reloadagent /bye")
    try? FileManager.default.removeItem(atPath: folder + "/asked")
  }

  /// The number of times that the agent asked for a passphrase.
  var askedCount: Int {
    ((try? String(contentsOfFile: folder + "/asked", encoding: .utf8)) ?? "").split(separator: "\n").count { $0.hasPrefix("GETPIN") }
  }

  func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name)) }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: folder + "/" + name) }

  /// Runs a shell command in the store's environment and returns its output.
  @discardableResult
  func run(_ command: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(command: command) }
    return String(decoding: data, as: UTF8.self)
  }

  struct Failure: Error {
    let command: String
  }
}
