// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// A program that creates accounts at a sign-in site and signs in to them with passkeys, passwords and codes.
///
///     SignInApp [--site https://login.shop.example]
///       [register NAME | sign-in | in-browser ADDRESS | keep-password NAME | drop-password NAME]
@main
struct SignInApp {
  @MainActor
  static func main() {
    var words = Array(CommandLine.arguments.dropFirst())
    var address = "https://login.shop.example"
    if words.first == "--site", words.count > 1 {
      address = words[1]
      words.removeFirst(2)
    }
    guard let site = URL(string: address), words.isEmpty || TerminalFace.knows(words) else {
      TerminalFace.quit("usage: SignInApp [--site URL] [\(TerminalFace.tasks)]", status: 64)
    }
    if words.isEmpty, WindowFace.isPossible {
      let face = WindowFace(site: SiteClient(site: site))
      return face.run()
    }
    let face = TerminalFace(site: SiteClient(site: site))
    let task = words
    Task {
      if task.isEmpty { await face.converse() } else { await face.run(task) }
    }
    dispatchMain()
  }
}
