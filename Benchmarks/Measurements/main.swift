// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// What `python3 -m Benchmarks` has done by a process with the libraries in it:
//     passfold-measurements rows                 prints the rows of the report, as JSON
//     passfold-measurements make-vault FOLDER    makes a vault of 1 000 codes; the passphrase is the first line of standard input
import Foundation

switch CommandLine.arguments.dropFirst().first {
case "rows":
  FileHandle.standardOutput.write(try JSONEncoder().encode(OneTimeCodeRows.measure()))
case "make-vault" where CommandLine.arguments.count == 3:
  try await BenchmarkVault.make(at: CommandLine.arguments[2], passphrase: readLine() ?? "")
default:
  FileHandle.standardError.write(Data("usage: passfold-measurements rows | make-vault FOLDER\n".utf8))
  exit(64)
}
