// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import passfold

@Suite("The clock check")
struct ClockTests {
  @Test("reads a site's date in its standard form")
  func date() {
    #expect(HTTPDate.seconds("Sat, 21 Nov 2026 06:45:15 GMT") == 1_795_243_515)
    #expect(HTTPDate.seconds("Thu, 29 Feb 2024 00:00:00 GMT") == 1_709_164_800)
  }

  @Test(
    "refuses a date in another form, with a wrong weekday or out of range",
    arguments: [
      "Fri, 21 Nov 2026 06:45:15 GMT", "Saturday, 21-Nov-26 06:45:15 GMT", "Sat Nov 21 06:45:15 2026", "Sat, 21 Nov 2026 06:45:15 +0000",
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 2026 00:00:00 GMT", "Sat, 21 Nov 2026 24:00:00 GMT", "Sat, 21 Nov 2026 06:45:15 GMT ",
      "", "Sat, 1 Nov 2026 06:45:15 GMT",
    ])
  func badDate(_ text: String) { #expect(HTTPDate.seconds(text) == nil) }

  private func answer(_ header: String, times: String = "0.020 0.120 0.121") -> String {
    "HTTP/1.1 200 OK\r\n\(header)\r\n\r\n\npassfold \(times)\n"
  }

  @Test("allows for half the round trip and for the unknown fraction of the date's second")
  func drift() throws {
    let drift = try SiteTime.drift(in: answer("Date: Sat, 21 Nov 2026 06:45:15 GMT"), begun: 1_795_243_505, ended: 1_795_243_505.125)
    #expect(abs(drift.seconds - 10.428) < 0.001 && abs(drift.uncertainty - 0.552) < 0.001 && drift.isCertain)
  }

  @Test(
    "rejects a cached answer, two dates and a missing date",
    arguments: [
      ("Date: Sat, 21 Nov 2026 06:45:15 GMT\r\nAge: 30", CommandFailure.SiteTimeFault.cached), ("Server: x", .noDate),
      ("Date: Sat, 21 Nov 2026 06:45:15 GMT\r\nDate: Sat, 21 Nov 2026 06:45:16 GMT", .noDate), ("Date: soon", .noDate),
    ])
  func doubtful(_ header: String, fault: CommandFailure.SiteTimeFault) {
    #expect(throws: CommandFailure.siteTimeUnknown(fault)) { try SiteTime.drift(in: answer(header), begun: 0, ended: 1) }
  }

  @Test("rejects an answer that took too long")
  func slow() {
    #expect(throws: CommandFailure.siteTimeUnknown(.slow)) {
      try SiteTime.drift(in: answer("Date: Sat, 21 Nov 2026 06:45:15 GMT", times: "0.1 9.0 9.1"), begun: 0, ended: 10)
    }
  }

  @Test("narrows the drift with several answers and detects contradictions")
  func narrowing() throws {
    let one = try #require(ClockDrift(date: 100, sent: 100.2, received: 100.3))
    let other = try #require(ClockDrift(date: 101, sent: 101.05, received: 101.1))
    let both = try #require(one.intersection(other))
    #expect(both.uncertainty < one.uncertainty && both.span.contains(0) && !both.isCertain)
    #expect(one.intersection(try #require(ClockDrift(date: 500, sent: 100, received: 100.1))) == nil)
    #expect(ClockDrift(date: 0, sent: 2, received: 1) == nil)
  }

  @Test("reads the output of chrony and systemd-timesyncd")
  func timeKeepers() {
    let chrony =
      "Reference ID    : C0A80001 (192.168.0.1)\nSystem time     : 2.500000000 seconds slow of NTP time\nLeap status     : Normal\n"
    #expect(TimeKeeper.chrony(chrony) == TimeKeeper(source: .chrony, isSynchronized: true, offset: 2.5))
    #expect(TimeKeeper.chrony(chrony.replacing("slow", with: "fast"))?.offset == -2.5)
    #expect(TimeKeeper.chrony(chrony.replacing("Normal", with: "Not synchronised"))?.isSynchronized == false)
    #expect(TimeKeeper.chrony("506 Cannot talk to daemon\n") == nil)
    let timesyncd =
      "       Server: 192.0.2.1 (ntp.example)\nPoll interval: 2min 8s (min: 32s; max 34min 8s)\n       Offset: -1.5ms\n Packet count: 3\n"
    #expect(TimeKeeper.timesyncd(timesyncd) == TimeKeeper(source: .timesyncd, isSynchronized: true, offset: -0.0015))
    #expect(TimeKeeper.timesyncd("Failed to query server: no\n") == nil)
  }

  @Test("reports how wrong the clock is and what to do")
  func words() {
    let text = Presenter(format: .text, usesColor: false)
    let report = ClockReport(
      keeper: TimeKeeper(source: .kernel, isSynchronized: false), drift: ClockDrift(span: 9.9...10.7), state: nil)
    let words = text.clock(report)
    #expect(words.contains("10.3 s slow (± 0.4 s)") && words.contains("--compensate"))
    let right = ClockReport(keeper: nil, drift: ClockDrift(span: -0.3...0.4), state: nil)
    #expect(text.clock(right).contains("it is right"))
  }
}
