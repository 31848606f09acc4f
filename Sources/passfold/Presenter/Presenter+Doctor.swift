// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

extension Presenter {
  /// The output of `doctor`: the findings by area, and the number of problems.
  package func doctor(_ report: DoctorReport) -> String {
    if format == .json { return json(report) }
    var text = emphasized("Passfold \(report.version)") + "\n"
    let width = Self.labelWidth(DoctorFinding.Area.allCases.map(Self.title))
    let markWidth = [DoctorFinding.State.ok, .attention, .broken].map { TextWidth.columns(Self.mark(of: $0)) + 1 }.max() ?? 0
    for area in DoctorFinding.Area.allCases {
      for (number, finding) in report.findings.filter({ $0.area == area }).enumerated() {
        text += TextWidth.padded(number == 0 ? Self.title(of: area) : "", to: width)
        text += TextWidth.padded(Self.mark(of: finding.state), to: markWidth) + Self.printable(finding.words) + "\n"
        if let mend = finding.mend { text += String(repeating: " ", count: width + markWidth) + Self.printable(mend) + "\n" }
      }
    }
    let wrong = report.findings.count { $0.state == .broken }
    let look = report.findings.count { $0.state == .attention }
    if wrong > 0 {
      text +=
        "\n"
        + translated(
          wrong, one: "\(wrong) check failed. Nothing was changed; the line below it says how to fix it.",
          other: "\(wrong) checks failed. Nothing was changed; the line below each says how to fix it.") + "\n"
    } else if look > 0 {
      text +=
        "\n"
        + translated(
          look, one: "Passfold works; \(look) item needs your attention.", other: "Passfold works; \(look) items need your attention.")
        + "\n"
    } else {
      text += "\n" + translated("Everything is in order.") + "\n"
    }
    return text
  }

  private static func mark(of state: DoctorFinding.State) -> String {
    switch state {
    case .ok: translated("ok")
    case .attention: translated("check")
    case .broken: translated("WRONG")
    }
  }

  private static func title(of area: DoctorFinding.Area) -> String {
    switch area {
    case .programs: translated("Programs")
    case .session: translated("Session")
    case .prompts: translated("Prompts")
    case .vault: translated("Vault")
    case .broker: translated("Broker")
    case .sandbox: translated("Sandbox")
    case .providers: translated("Providers")
    case .browsers: translated("Browsers")
    case .devices: translated("Devices")
    }
  }
}
