// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
package import CredentialProviderHost
import LocalEndpoint
package import LocalTransport
package import VaultProtocol

/// Who is at the other end of a conversation at the management door.
package struct ManagementCaller: Sendable {
  /// The most characters of a browser's name in a prompt.
  private static let longestBrowserName = 60

  /// What it said it is.
  package let role: VaultHello.Role
  /// Its program for a person: a hint, never a proof.
  package let program: String
  /// The terminal session it runs in, if any.
  package let session: TerminalSession?
  /// Where a passphrase may be typed for it: its controlling terminal, by the kernel's word. The client says how its bytes are read, not which
  /// terminal it is.
  package let terminal: PromptTerminal
  /// The browser whose popup it is; nil in other roles.
  package let browser: String?
  /// Whether nobody may be asked anything for the request at hand.
  package var isUnattended = false

  /// Describes a caller.
  package init(
    role: VaultHello.Role, program: String, session: TerminalSession?, terminal: PromptTerminal, browser: String? = nil
  ) {
    self.browser = browser
    self.role = role
    self.program = program
    self.session = session
    self.terminal = terminal
  }

  /// The way by which a release for it leaves the vault.
  var door: ReleaseNote.Door { role == .browser ? .browser : .management }

  /// Whose live lists are one list; nil where nobody can tell.
  var asker: ListAsker? { browser.map(ListAsker.browser) ?? session.map(ListAsker.terminal) }

  /// Looks at the peer of a connection; nil when it is not this user's, or takes a role that is not its own.
  ///
  /// - Parameters:
  ///   - system: The process that started this one, which alone speaks for browsers; it has run ever since, so that its number is its own.
  ///   - identify: Tells which program a process runs, from outside this one's sandbox.
  package init?(
    hello: VaultHello, connection: LocalConnection, system: Int32? = nil, identify: @Sendable (Int32) async -> String?
  ) async {
    guard let peer = connection.peer, peer.isOwnUser else { return nil }
    if hello.role == .browser {
      guard let system, peer.process == system, connection.peerProcess()?.isRunning == true, let browser = hello.browser else { return nil }
      let name = String(browser.filter { !$0.isNewline }.prefix(Self.longestBrowserName))
      self.init(role: .browser, program: "the popup in \(name)", session: nil, terminal: PromptTerminal(), browser: browser)
      return
    }
    // Held before it is looked at: what is told about its number is the peer's own only if the peer still runs then.
    let process = connection.peerProcess()
    let told = await identify(peer.process)
    let status = ProcessStatus.ofProcess(peer.process)
    let session = TerminalSession(ofProcess: peer.process, processes: ProcessStatus.ofProcess)
    let terminal = process.flatMap { ControllingTerminal(ofProcess: peer.process, heldBy: $0) }
    let isRunning = process?.isRunning == true
    // A process that keeps secrets hides its program; the name it gives itself is left then.
    let name =
      !isRunning ? nil : told.map { "the program \($0)" } ?? status.map { "a program that calls itself “\($0.name)”" }
    let whereabouts = !isRunning ? "" : terminal.map { " on \($0.path)" } ?? ""
    let place = hello.place
    self.init(
      role: hello.role, program: (name ?? "an unknown program") + whereabouts + " (process \(peer.process))",
      session: isRunning ? session : nil,
      terminal: PromptTerminal(
        name: isRunning ? terminal?.path : nil, type: place?.terminalType, characterType: place?.characterType, messages: place?.messages))
  }
}

/// Whose a live list is.
enum ListAsker: Hashable, Sendable {
  case terminal(TerminalSession)
  case browser(String)
}
