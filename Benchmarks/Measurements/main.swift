// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// What `python3 -m Benchmarks` has done by a process with the libraries in it:
//     passfold-measurements rows                 prints the rows of the report about codes, as JSON
//     passfold-measurements passkey-rows         the same of passkeys alone
//     passfold-measurements sign-in              verifies one sign-in by turns with other programs (see AssertionTurns)
//     passfold-measurements vault-rows ENTRIES   the same of a vault with so many entries
//     passfold-measurements make-vault FOLDER [ENTRIES]
//                                                makes a vault of 1 000 codes, and passwords up to so many entries; the passphrase is the
//                                                first line of standard input
import Foundation

switch CommandLine.arguments.dropFirst().first {
case "rows":
  FileHandle.standardOutput.write(try JSONEncoder().encode(OneTimeCodeRows.measure()))
case "passkey-rows":
  FileHandle.standardOutput.write(try JSONEncoder().encode(AuthenticationRows.measure() + RegistrationRows.measure()))
case "sign-in":
  try AssertionTurns.run()
case "vault-rows" where CommandLine.arguments.count == 3:
  FileHandle.standardOutput.write(try await JSONEncoder().encode(VaultRows.measure(entries: Int(CommandLine.arguments[2]) ?? 1000)))
case "make-vault" where 3...4 ~= CommandLine.arguments.count:
  try await BenchmarkVault.make(
    at: CommandLine.arguments[2], passphrase: readLine() ?? "",
    entries: CommandLine.arguments.dropFirst(3).first.flatMap { Int($0) } ?? BenchmarkVault.entryCount)
default:
  FileHandle.standardError.write(
    Data("usage: passfold-measurements rows | passkey-rows | sign-in | vault-rows ENTRIES | make-vault FOLDER [ENTRIES]\n".utf8)
  )
  exit(64)
}
