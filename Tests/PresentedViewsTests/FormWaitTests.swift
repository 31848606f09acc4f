// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Testing

@Suite("A form that waits for a locked vault")
struct FormWaitTests {
  @Test("keeps its typed text for an hour and no longer")
  func anHour() {
    let start = ContinuousClock.now
    let wait = FormWait(from: start)
    #expect(!wait.isOver(at: start))
    #expect(!wait.isOver(at: start.advanced(by: .seconds(3599))))
    #expect(wait.isOver(at: start.advanced(by: .seconds(3600))))
    #expect(wait.isOver(at: start.advanced(by: .seconds(86_400))))
  }
}
