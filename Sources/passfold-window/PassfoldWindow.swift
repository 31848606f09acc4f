// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import CGTK
import CPassfoldSystem
import Glibc
import LocalEndpoint
import LocalTransport
import PresentedViews
import Translations

/// Draws, in desktop windows, the views of requests whose client draws none, or the settings, or the vault's content.
///
/// The broker starts it with a ticket for views; the user starts it with `--settings` or `--vault`. It makes no decisions: it shows what
/// comes from the broker or the vault and sends them the user's actions.
@main
struct PassfoldWindow {
  @MainActor
  static func main() {
    passfold_forgo_crash_reports()
    let ticket = environmentVariable(SurfaceConversation.ticketVariable)
    // Child processes must not inherit the ticket.
    unsetenv(SurfaceConversation.ticketVariable)
    let (mode, path) = mode(ticket: ticket)
    if mode == .vault { drawWithoutGraphicsCard() }
    // Before GTK, which sets the other locale categories and skips this one if the session's locale is not installed.
    ChosenLanguage.apply(variable: environmentVariable)
    Translations.open(in: Installation().localeFolder, variable: environmentVariable)
    g_set_prgname("passfold-window")
    guard gtk_init_check() != 0 else {
      quit(
        "there is no display to draw on.", hint: "in a terminal there are `passfold providers` and `passfold surface`.", status: 69)
    }
    adw_init()
    if TextDirection(variable: environmentVariable) == .rightToLeft { gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL) }
    StyleSheet.add()
    nonisolated(unsafe) let loop = g_main_loop_new(nil, 0)
    if mode == .vault {
      let window = VaultWindow(opening: path) { g_main_loop_quit(loop) }
      return withExtendedLifetime(window) { g_main_loop_run(loop) }
    }
    let conversation = connect(as: mode == .settings ? .settings : .surface)
    let window = mode == .settings ? SettingsWindow(conversation) { g_main_loop_quit(loop) } : nil
    var session: SurfaceSession?
    if mode == .views {
      conversation.send(.request(id: 0, .attachSurface(AttachSurfaceRequest(ticket: ticket))))
      session = SurfaceSession(conversation) { g_main_loop_quit(loop) }
    }
    withExtendedLifetime((window, session)) { g_main_loop_run(loop) }
    conversation.close()
  }

  /// The kind of window.
  private enum Mode { case views, settings, vault }

  /// Returns the kind of window, and the file that the user opened with it on the desktop.
  private static func mode(ticket: String?) -> (Mode, path: String?) {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "--settings" where arguments.count == 1: return (.settings, nil)
    case "--vault" where arguments.count <= 2: return (.vault, arguments.dropFirst().first)
    case nil where ticket != nil: return (.views, nil)
    default: quit("usage: passfold-window --vault [FILE] | --settings", hint: "for views it is started by passfold-broker.", status: 64)
    }
  }

  /// Has Cairo draw in this process's own memory. Anything drawn by a graphics card, secrets included, stays in the card's memory until it
  /// is overwritten, and its driver is 50 MB of code. A list of names does not need it (docs/decisions/0051).
  private static func drawWithoutGraphicsCard() {
    setenv("GSK_RENDERER", "cairo", 0)
    let debug = environmentVariable("GDK_DEBUG").map { $0 + "," } ?? ""
    if environmentVariable("GSK_RENDERER") == "cairo" { setenv("GDK_DEBUG", debug + "gl-disable", 1) }
  }

  private static func connect(as role: ClientRole) -> SurfaceConversation {
    do {
      // The settings may be the first part of Passfold that the user opens; a surface was started by a running broker.
      let descriptor = role == .settings ? try BrokerLauncher().connect() : try UnixSocket.connect(to: RuntimeFolder().brokerSocket)
      return SurfaceConversation(over: LocalConnection.adopt(descriptor: descriptor), as: role)
    } catch {
      quit(
        "the broker does not answer (\(error.code.name)).",
        hint: "see \(RuntimeFolder().brokerLog) or journalctl --user -u passfold-broker; nothing was lost.", status: 69)
    }
  }

  private static func quit(_ words: String, hint: String, status: CInt) -> Never {
    let text = Array("passfold-window: error: \(words)\nhint: \(hint)\n".utf8)
    _ = text.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(status)
  }
}
