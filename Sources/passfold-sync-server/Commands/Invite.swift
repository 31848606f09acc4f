// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CredentialCryptography
import Glibc
import SyncServer
import SyncServerStore

/// `invite`: permits one account to be created on a server that requires invites.
struct Invite: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Creates an invite for one new account, and prints it.",
    discussion: """
      A server started with --by-invite accepts new accounts only with an invite. The database stores only a hash of the invite. The \
      server may run at the same time.

      Example:
        passfold-sync-server invite --database /var/lib/passfold-sync/sync.sqlite --days 7
      """)

  @Option(help: ServerDatabase.help, completion: .file()) var database: ServerDatabase
  @Option(help: "The number of days that the invite is valid.") var days = 7

  func validate() throws {
    guard (1...3650).contains(days) else { throw ValidationError("--days: 1 to 3650") }
  }

  func run() async throws {
    umask(0o077)
    let store = try database.open()
    do throws(SyncServerError) {
      let invite = try await SyncServer.makeInvite(in: store, lasting: .seconds(days * 86_400), environment: .live)
      print(Hexadecimal.text(invite))
    } catch {
      throw ProgramFailure("cannot write to \(database.name)")
    }
  }
}
