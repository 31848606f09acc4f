// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CFuzzDriver
import Glibc

/// Runs one target under libFuzzer.
public enum FuzzDriver {
  /// Whether the target misjudges deliberately, so that a run proves that a fault would be found (`PASSFOLD_FUZZ_FAULT`).
  public static let plantsFault = getenv("PASSFOLD_FUZZ_FAULT") != nil

  /// The part of the target to fuzz, if it has several (`PASSFOLD_FUZZ_PART`).
  public static let part = getenv("PASSFOLD_FUZZ_PART").map { String(cString: $0) }

  /// Passes inputs to `test` until libFuzzer's limits end the program. `test` traps if a property does not hold.
  public static func run(_ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt) -> Never {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &arguments, test))
  }

  /// Ends the program if a property does not hold for the current input.
  public static func require(_ holds: Bool, _ property: StaticString) {
    if !holds { fatalError("fuzzing: \(property)") }
  }
}
