// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPassfoldSystem
import Glibc
import LocalEndpoint

// The browser starts this program for one extension and communicates over standard input and output. It stores nothing: it connects to the
// broker (starting it if the session has none), says which extension called, and transfers messages in both directions.

// The messages are secret, so there are no crash reports; the process stays open to the broker, which checks the program that started it.
passfold_forgo_crash_reports()
signal(SIGPIPE, SIG_IGN)
let browser = NativeMessagePipe(input: STDIN_FILENO, output: STDOUT_FILENO)
do {
  let broker = try BrokerLauncher().connect()
  // Chromium passes the extension's origin last, Firefox the extension's ID; both come from the browser, not from the extension.
  let caller = CommandLine.arguments.count > 1 ? CommandLine.arguments.last ?? "" : ""
  Relay(browser: browser, broker: broker).run(hello: ClientMessageForm.hello(caller: caller))
} catch {
  browser.send(ClientMessageForm.unavailable(code: "brokerUnreachable"))
  exit(1)
}
