// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
package import CredentialProviderHost
import LocalEndpoint
package import LocalTransport
import Translations
package import VaultProtocol

/// Who is at the other end of a conversation at the management door.
package struct ManagementCaller: Sendable {
  /// The most characters of a browser's name in a prompt.
  private static let longestBrowserName = 60
  /// The most characters of a program's path in a prompt.
  private static let longestProgramName = 200

  /// What it said it is.
  package let role: VaultHello.Role
  private let naming: Naming
  /// The terminal session it runs in, if any.
  package let session: TerminalSession?
  /// Where a passphrase may be typed for it: its controlling terminal, by the kernel's word. The client says how its bytes are read, not which
  /// terminal it is.
  package let terminal: PromptTerminal
  /// The browser whose popup it is; nil in other roles.
  package let browser: String?
  /// How often the session had been locked when the request at hand came: nobody is asked anything for it after another lock.
  var lockings = 0
  /// Whether nobody may be asked anything for the request at hand.
  package var isUnattended = false
  /// The kinds that its popup can show beside those that are filled in.
  package var knownKinds: Set<VaultEntry.Kind> = []
  /// Hears how far long work for the request at hand is; nil where nobody does.
  package var hearProgress: (@Sendable (VaultAnswer.Progress) -> Void)?
  /// Tells its conversation from others; nil for one that never ends.
  package var conversation: ObjectIdentifier?
  /// Ends its connection.
  package var hangUp: @Sendable () -> Void = {}

  /// Describes a caller.
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

  /// Its program for a person: a hint, never a proof. Whoever shows it or writes it down waits here until it is told, and nobody else does
  /// (docs/decisions/0028-a-callers-name-is-waited-for-where-it-is-used.md).
  package var program: String {
    get async {
      switch naming {
      case .known(let name): name
      case .asked(let answer): await answer.value
      }
    }
  }

  /// The way by which a release for it leaves the vault.
  var door: ReleaseNote.Door { role == .browser ? .browser : .management }

  /// What of the vault it hears of: a popup hears of what a browser fills in, and of what else it says that it can show.
  var kinds: CredentialKinds {
    guard role == .browser else { return .all }
    let shown = CredentialKinds(knownKinds.map { CredentialKinds(CredentialKind($0)) })
    return CredentialKinds.fillable.union(shown.intersection(.plain))
  }

  /// What of the vault it may change: what a popup only shows is none of it.
  var changeableKinds: CredentialKinds { role == .browser ? .fillable : .all }

  /// Whose live lists are one list; nil where nobody can tell.
  var asker: ListAsker? { browser.map(ListAsker.browser) ?? session.map(ListAsker.terminal) }

  /// Looks at the peer of a connection, and asks for its name without waiting; nil when it is not this user's, or takes a role that is not its
  /// own.
  ///
  /// - Parameters:
  ///   - system: The process that started this one, which alone speaks for browsers and settings; it has run ever since, so that its number is its own.
  ///   - identify: Tells which program a process runs, from outside this one's sandbox.
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
      // The system starts the carrier, and has run ever since, so that its number is its own.
      let process = connection.peerProcess()
      guard let system, ProcessStatus.ofProcess(peer.process)?.parent == system, process?.isRunning == true else { return nil }
      self.init(role: .sync, program: translated("the carrier"), session: nil, terminal: PromptTerminal())
      return
    }
    // Held before it is looked at: what is told about its number is the peer's own only if the peer still runs then.
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
      // A process that keeps secrets hides its program; the name it gives itself is left then.
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

/// Where a caller's name comes from.
private enum Naming: Sendable {
  case known(String)
  case asked(Task<String, Never>)
}

/// Whose a live list is.
enum ListAsker: Hashable, Sendable {
  case terminal(TerminalSession)
  case browser(String)
}
