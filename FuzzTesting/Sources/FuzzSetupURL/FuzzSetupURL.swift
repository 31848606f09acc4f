// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import OneTimeCodes
import SecretMemory

/// What is read from a set-up URL or a Base32 secret, and written, reads back as the same.
@main enum FuzzSetupURL {
  static func main() {
    FuzzDriver.run { data, count in
      let input = UnsafeRawBufferPointer(start: data, count: count)
      FuzzSetupURL.checkURL(input)
      FuzzSetupURL.checkSecret(input)
      return 0
    }
  }

  private static func checkURL(_ input: UnsafeRawBufferPointer) {
    guard let link = try? SetupURL(parsing: input) else { return }
    guard let written = try? link.formatted() else { fatalError("fuzzing: what was read can be written") }
    guard let again = try? written.withBytes({ try SetupURL(parsing: $0) }) else {
      // Percent-encoding makes a URL longer, past the longest that is read.
      FuzzDriver.require(written.byteCount > SetupURL.longestByteCount, "what was written can be read")
      return
    }
    // The planted fault: codes of seven digits are taken for others.
    if FuzzDriver.plantsFault, link.parameters.digits == 7 { fatalError("fuzzing: planted") }
    FuzzDriver.require(same(link.issuer, again.issuer), "the issuer reads back")
    FuzzDriver.require(same(link.label, again.label), "the label reads back")
    FuzzDriver.require(same(link.account, again.account), "the account reads back")
    FuzzDriver.require(constantTimeEquals(link.parameters.secret, again.parameters.secret), "the secret reads back")
    FuzzDriver.require(link.parameters.algorithm == again.parameters.algorithm, "the algorithm reads back")
    FuzzDriver.require(link.parameters.digits == again.parameters.digits, "the digits read back")
    FuzzDriver.require(link.parameters.form == again.parameters.form, "period or counter reads back")
  }

  private static func checkSecret(_ input: UnsafeRawBufferPointer) {
    guard let secret = try? Base32.decode(input) else { return }
    let shared = SharedSecret(secret)
    let text = shared.withBytes { Base32.encode($0) }
    guard let again = try? text.withBytes({ try Base32.decode($0) }) else { fatalError("fuzzing: written Base32 can be read") }
    FuzzDriver.require(constantTimeEquals(shared, SharedSecret(again)), "a secret reads back")
  }

  /// Equality of the bytes: two spellings of one character are two texts.
  private static func same(_ left: String?, _ right: String?) -> Bool { left.map { Array($0.utf8) } == right.map { Array($0.utf8) } }
}
