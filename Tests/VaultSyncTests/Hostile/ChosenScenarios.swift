// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Which lies are told: all, or those whose names stand in `PASSFOLD_HOSTILE_ONLY`, one a line.
enum ChosenScenarios {
  private static let names = ProcessInfo.processInfo.environment["PASSFOLD_HOSTILE_ONLY"].map {
    Set($0.split(separator: "\n").map(String.init))
  }

  static func contains(_ name: String) -> Bool { names?.contains(name) ?? true }
}
