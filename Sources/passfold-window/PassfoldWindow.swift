// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import CGTK
import Glibc
import LocalEndpoint
import LocalTransport
import PresentedViews

/// Draws the views of requests whose client draws none, in windows of the desktop.
///
/// The broker starts it with a ticket. It decides nothing and keeps nothing: what it shows comes from the broker, and what the person does
/// goes there.
@main
struct PassfoldWindow {
  @MainActor
  static func main() {
    let ticket = environmentVariable(SurfaceConversation.ticketVariable)
    // Nothing that this process starts is to find it.
    unsetenv(SurfaceConversation.ticketVariable)
    guard ticket != nil else {
      quit("this program is started by passfold-broker when it has something to show.", hint: "", status: 64)
    }
    g_set_prgname("passfold-window")
    guard gtk_init_check() != 0 else {
      quit("there is no display to draw on.", hint: "set WAYLAND_DISPLAY or DISPLAY, or use `passfold surface` in a terminal.", status: 69)
    }
    adw_init()
    if TextDirection(variable: environmentVariable) == .rightToLeft { gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL) }
    StyleSheet.add()
    guard let connection = try? LocalConnection.connect(toSocketAt: RuntimeFolder().brokerSocket) else {
      quit("the broker does not answer.", hint: "start what you did again; nothing was lost.", status: 69)
    }
    nonisolated(unsafe) let loop = g_main_loop_new(nil, 0)
    let conversation = SurfaceConversation(over: connection, as: .surface)
    conversation.send(.request(id: 0, .attachSurface(ticket: ticket, terminal: nil)))
    let session = SurfaceSession(conversation) { g_main_loop_quit(loop) }
    withExtendedLifetime(session) { g_main_loop_run(loop) }
    connection.close()
  }

  private static func quit(_ words: String, hint: String, status: CInt) -> Never {
    let text = Array(("passfold-window: error: \(words)\n" + (hint.isEmpty ? "" : "hint: \(hint)\n")).utf8)
    _ = text.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(status)
  }
}
