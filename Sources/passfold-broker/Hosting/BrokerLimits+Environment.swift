// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker

extension BrokerLimits {
  /// Reads times from the broker's environment, in seconds, for tests of what happens when they run out; each only within its bounds.
  init(variable: (String) -> String?) {
    self.init()
    func seconds(_ name: String, within bounds: ClosedRange<Double>) -> Duration? {
      guard let value = variable(name).flatMap(Double.init), bounds.contains(value) else { return nil }
      return .seconds(value)
    }
    if let time = seconds("PASSFOLD_HEADLESS_LIMIT", within: 0.05...5) { withoutInteraction = time }
    if let time = seconds("PASSFOLD_SILENCE_LIMIT", within: 0.05...120) { silence = time }
    if let time = seconds("PASSFOLD_INTERFACE_LIMIT", within: 0.05...120) { interface = time }
    if let time = seconds("PASSFOLD_IDLE_LIMIT", within: 0.05...3600) { idle = time }
  }
}

extension ProviderLimits {
  /// Reads limits from the broker's environment, for tests of what happens at them; each only lower than the default.
  init(variable: (String) -> String?) {
    self.init()
    func lower(_ limit: inout Int, by name: String) {
      if let value = variable(name).flatMap(Int.init), (1..<limit).contains(value) { limit = value }
    }
    lower(&processorTime, by: "PASSFOLD_PROCESSOR_LIMIT")
    lower(&file, by: "PASSFOLD_FILE_LIMIT")
  }
}
