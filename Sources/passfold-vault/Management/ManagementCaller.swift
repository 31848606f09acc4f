// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
package import CredentialProviderHost
import LocalEndpoint
package import LocalTransport
import Translations
package import VaultProtocol

/// The caller of a conversation at the management door.
package struct ManagementCaller: Sendable {
  /// The maximum number of characters of a browser's name in a prompt.
  private static let longestBrowserName = 60
  /// The maximum number of characters of a program's path in a prompt.
  private static let longestProgramName = 200

  /// The role that it claimed.
  package let role: VaultHello.Role
  private let naming: Naming
  /// The terminal session that it runs in, if any.
  package let session: TerminalSession?
  /// The terminal for its passphrase prompts: its controlling terminal, according to the kernel. The client says how its bytes are read,
  /// not which terminal it is.
  package let terminal: PromptTerminal
  /// The name of the browser that the popup belongs to; nil in other roles.
  package let browser: String?
  /// The number of times that the session had been locked when the current request arrived: after another lock the user is not asked
  /// anything for it.
  var lockings = 0
  /// Whether the current request must not ask the user anything.
  package var isUnattended = false
  /// The kinds that its popup can show besides those that are filled in.
  package var knownKinds: Set<VaultEntry.Kind> = []
  /// Receives the progress of long work for the current request; nil if the progress is not wanted.
  package var hearProgress: (@Sendable (VaultAnswer.Progress) -> Void)?
  /// The identity of its conversation; nil for one that never ends.
  package var conversation: ObjectIdentifier?
  /// Closes its connection.
  package var hangUp: @Sendable () -> Void = {}

  /// Creates a caller.
  package init(
    role: VaultHello.Role, program: String, session: TerminalSession?, terminal: PromptTerminal, browser: String? = nil
  ) {
    self.init(role: role, naming: .known(program), session: session, terminal: terminal, browser: browser)
  }

  private init(role: VaultHello.Role, naming: Naming, session: TerminalSession?, terminal: PromptTerminal, browser: String? = nil) {
    self.browser = browser
    self.role = role
    self.naming = naming
    self.session = session
    self.terminal = terminal
  }

  /// The display name of its program: a hint, never proof. Code that shows or records it waits here until it is known; other code does not
  /// wait (docs/decisions/0028-a-callers-name-is-waited-for-where-it-is-used.md).
  package var program: String {
    get async {
      switch naming {
      case .known(let name): name
      case .asked(let answer): await answer.value
      }
    }
  }

  /// The door by which a release for it leaves the vault.
  var door: ReleaseNote.Door { role == .browser ? .browser : .management }

  /// The kinds of entry that it may see: for a popup, those that a browser fills in, and others that it says it can show.
  var kinds: CredentialKinds {
    guard role == .browser else { return .all }
    let shown = CredentialKinds(knownKinds.map { CredentialKinds(CredentialKind($0)) })
    return CredentialKinds.fillable.union(shown.intersection(.plain))
  }

  /// The kinds of entry that it may change: not those that a popup only shows.
  var changeableKinds: CredentialKinds { role == .browser ? .fillable : .all }

  /// The caller whose requests for a live list count as one list; nil if unknown.
  var asker: ListAsker? { browser.map(ListAsker.browser) ?? session.map(ListAsker.terminal) }

  /// Examines the peer of a connection, and asks for its name without waiting; returns nil if it is another user's, or claims a role that
  /// is not its own.
  ///
  /// - Parameters:
  ///   - system: The process that started this one, the only one that may act for browsers and settings; it has been running ever since, so
  ///     its number is still its own.
  ///   - identify: Returns the program that a process runs, from outside this process's sandbox.
  package init?(
    hello: VaultHello, connection: LocalConnection, system: Int32? = nil, identify: @escaping @Sendable (Int32) async -> String?
  ) {
    guard let peer = connection.peer, peer.isOwnUser else { return nil }
    if hello.role == .browser {
      guard let system, peer.process == system, connection.peerProcess()?.isRunning == true, let browser = hello.browser else { return nil }
      let name = String(browser.filter { !$0.isNewline }.prefix(Self.longestBrowserName))
      self.init(role: .browser, program: translated("the popup in \(name)"), session: nil, terminal: PromptTerminal(), browser: browser)
      return
    }
    if hello.role == .settings {
      guard let system, peer.process == system, connection.peerProcess()?.isRunning == true, let program = hello.program else { return nil }
      let name = String(program.filter { !$0.isNewline }.prefix(Self.longestProgramName))
      self.init(role: .settings, program: translated("the program \(name)"), session: nil, terminal: PromptTerminal())
      return
    }
    if hello.role == .sync {
      // The system starts the synchronisation process, and has been running ever since, so its number is still its own.
      let process = connection.peerProcess()
      guard let system, ProcessStatus.ofProcess(peer.process)?.parent == system, process?.isRunning == true else { return nil }
      self.init(role: .sync, program: translated("Passfold's sync process"), session: nil, terminal: PromptTerminal())
      return
    }
    // Held before it is examined: information about its number is only the peer's own if the peer is still running afterwards.
    let process = connection.peerProcess()
    let status = ProcessStatus.ofProcess(peer.process)
    let session =
      hello.role == .window
      ? TerminalSession(ofWindow: peer.process, processes: ProcessStatus.ofProcess)
      : TerminalSession(ofProcess: peer.process, processes: ProcessStatus.ofProcess)
    let terminal = process.flatMap { ControllingTerminal(ofProcess: peer.process, heldBy: $0) }
    let isRunning = process?.isRunning == true
    let path = terminal?.path
    let name = Task {
      let told = await identify(peer.process)
      guard isRunning, process?.isRunning == true else { return translated("an unknown program (process \(peer.process))") }
      // A process that keeps secrets hides its program; only the name that it gives itself is then available.
      let name =
        told.map { translated("the program \($0)") } ?? status.map { translated("a program that calls itself “\($0.name)”") }
        ?? translated("an unknown program")
      return path.map { translated("\(name) on \($0) (process \(peer.process))") } ?? translated("\(name) (process \(peer.process))")
    }
    let place = hello.place
    self.init(
      role: hello.role, naming: .asked(name),
      session: isRunning ? session : nil,
      terminal: PromptTerminal(
        name: isRunning ? terminal?.path : nil, type: place?.terminalType, characterType: place?.characterType, messages: place?.messages))
  }
}

/// The source of a caller's name.
private enum Naming: Sendable {
  case known(String)
  case asked(Task<String, Never>)
}

/// The caller that a live list belongs to.
enum ListAsker: Hashable, Sendable {
  case terminal(TerminalSession)
  case browser(String)
}
