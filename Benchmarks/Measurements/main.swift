// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// What `python3 -m Benchmarks` has done by a process with the libraries in it:
//     passfold-measurements rows                 prints the rows of the report about codes, as JSON
//     passfold-measurements passkey-rows         the same of passkeys alone
//     passfold-measurements sign-in              verifies one sign-in by turns with other programs (see AssertionTurns)
//     passfold-measurements make-vault FOLDER    makes a vault of 1 000 codes; the passphrase is the first line of standard input
import Foundation

switch CommandLine.arguments.dropFirst().first {
case "rows":
  FileHandle.standardOutput.write(try JSONEncoder().encode(OneTimeCodeRows.measure()))
case "passkey-rows":
  FileHandle.standardOutput.write(try JSONEncoder().encode(AuthenticationRows.measure() + RegistrationRows.measure()))
case "sign-in":
  try AssertionTurns.run()
case "make-vault" where CommandLine.arguments.count == 3:
  try await BenchmarkVault.make(at: CommandLine.arguments[2], passphrase: readLine() ?? "")
default:
  FileHandle.standardError.write(Data("usage: passfold-measurements rows | passkey-rows | sign-in | make-vault FOLDER\n".utf8))
  exit(64)
}
