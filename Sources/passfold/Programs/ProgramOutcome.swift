// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalTransport

extension ProgramRun {
  /// Runs it as part of a command.
  ///
  /// - Throws: `programMissing`; `programFailed` when it did not end in time.
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
