// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalEndpoint
import LocalFiles

/// The first steps that the user has not taken yet after creating a vault or seeing a recovery key in this window; stored in a file so that
/// they can be resumed.
///
/// A user who did both with the command has no such file and nothing left to do here.
@MainActor
final class FirstSteps {
  enum Step: String, CaseIterable {
    case recoveryKey = "recovery-key"
    case browser
    case importing = "import"
  }

  private(set) var left: Set<Step> = []
  private let file: PersonalFile?

  /// - Parameter variable: Looks up an environment variable.
  init(variable: (String) -> String? = environmentVariable) {
    file = BaseDirectory.state.passfold("first-steps", variable: variable).map(PersonalFile.init)
    let lines = file?.content.split(separator: UInt8(ascii: "\n")) ?? []
    left = Set(lines.compactMap { Step(rawValue: String(decoding: $0, as: UTF8.self)) })
  }

  /// Records steps before they are due, so that they survive if this program ends for any reason.
  ///
  /// - Returns: The steps that were not recorded before.
  @discardableResult
  func begin(_ steps: Set<Step> = Set(Step.allCases)) -> Set<Step> {
    let begun = steps.subtracting(left)
    guard !begun.isEmpty else { return [] }
    left.formUnion(begun)
    write()
    return begun
  }

  /// Removes steps that were recorded for an action that did not happen.
  func takeBack(_ begun: Set<Step>) {
    guard !left.isDisjoint(with: begun) else { return }
    left.subtract(begun)
    write()
  }

  /// Removes a step that is done or that the user does not want.
  func finish(_ step: Step) {
    guard left.remove(step) != nil else { return }
    write()
  }

  /// If it cannot be written, only the reminder is lost.
  private func write() { file?.keep(Array(Step.allCases.filter(left.contains).map { $0.rawValue + "\n" }.joined().utf8)) }
}
