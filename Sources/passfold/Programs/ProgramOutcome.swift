// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalTransport

extension ProgramRun {
  /// Runs the program as part of a command.
  ///
  /// - Throws: `programMissing`; `programFailed` if it did not exit in time.
  func outcome() throws(CommandFailure) -> Outcome {
    do throws(Failure) {
      return try run()
    } catch {
      switch error {
      case .missing: throw .programMissing(name: program)
      case .failed: throw .programFailed(name: program)
      }
    }
  }
}
