// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalEndpoint

/// What a person has not done yet whose vault came into being in this window, or who was shown a recovery key here, kept in a file so that it can be
/// taken up again.
///
/// Whoever did both by the command has no such file, and nothing left to do here.
@MainActor
final class FirstSteps {
  enum Step: String, CaseIterable {
    case recoveryKey = "recovery-key"
    case browser
    case importing = "import"
  }

  private(set) var left: Set<Step> = []
  private let file: PersonalFile?

  /// - Parameter variable: looks up an environment variable.
  init(variable: (String) -> String? = environmentVariable) {
    let state = variable("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let folder = state ?? variable("HOME").map { $0 + "/.local/state" }
    file = folder.map { PersonalFile(path: $0 + "/passfold/first-steps") }
    let lines = file?.content.split(separator: UInt8(ascii: "\n")) ?? []
    left = Set(lines.compactMap { Step(rawValue: String(decoding: $0, as: UTF8.self)) })
  }

  /// Takes note of what is to be done, so that whatever ends this program from now on leaves it to be taken up.
  ///
  /// - Returns: those of which no note was taken before.
  @discardableResult
  func begin(_ steps: Set<Step> = Set(Step.allCases)) -> Set<Step> {
    let begun = steps.subtracting(left)
    guard !begun.isEmpty else { return [] }
    left.formUnion(begun)
    write()
    return begun
  }

  /// What was begun for an act that did not come about is not to be done.
  func takeBack(_ begun: Set<Step>) {
    guard !left.isDisjoint(with: begun) else { return }
    left.subtract(begun)
    write()
  }

  /// One step is done, or the person does not want it.
  func finish(_ step: Step) {
    guard left.remove(step) != nil else { return }
    write()
  }

  /// Where it cannot be written, nothing is lost but the reminder.
  private func write() { file?.keep(Array(Step.allCases.filter(left.contains).map { $0.rawValue + "\n" }.joined().utf8)) }
}
