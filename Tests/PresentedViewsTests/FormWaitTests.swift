// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Testing

@Suite("A form that waits for a closed vault")
struct FormWaitTests {
  @Test("what was typed into it is kept for an hour and not longer")
  func anHour() {
    let start = ContinuousClock.now
    let wait = FormWait(from: start)
    #expect(!wait.isOver(at: start))
    #expect(!wait.isOver(at: start.advanced(by: .seconds(3599))))
    #expect(wait.isOver(at: start.advanced(by: .seconds(3600))))
    #expect(wait.isOver(at: start.advanced(by: .seconds(86_400))))
  }
}
