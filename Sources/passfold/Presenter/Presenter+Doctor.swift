// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension Presenter {
  /// The answer to `doctor`: the findings by area, and how many of them need a hand.
  package func doctor(_ report: DoctorReport) -> String {
    if format == .json { return json(report) }
    var text = emphasized("Passfold \(report.version)") + "\n"
    for area in DoctorFinding.Area.allCases {
      for (number, finding) in report.findings.filter({ $0.area == area }).enumerated() {
        let mark =
          switch finding.state {
          case .ok: "ok    "
          case .attention: "look  "
          case .broken: "WRONG "
          }
        text += TextWidth.padded(number == 0 ? Self.title(of: area) : "", to: 11) + mark + Self.printable(finding.words) + "\n"
        if let mend = finding.mend { text += String(repeating: " ", count: 17) + Self.printable(mend) + "\n" }
      }
    }
    let wrong = report.findings.count { $0.state == .broken }
    let look = report.findings.count { $0.state == .attention }
    if wrong > 0 {
      text += "\n\(wrong) \(wrong == 1 ? "thing does" : "things do") not work. Nothing was changed; below each stands what mends it.\n"
    } else if look > 0 {
      text += "\nPassfold works; \(look) \(look == 1 ? "thing waits" : "things wait") for you.\n"
    } else {
      text += "\nEverything is as it should be.\n"
    }
    return text
  }

  private static func title(of area: DoctorFinding.Area) -> String {
    switch area {
    case .programs: "Programs"
    case .session: "Session"
    case .prompts: "Prompts"
    case .vault: "Vault"
    case .broker: "Broker"
    case .sandbox: "Sandbox"
    case .providers: "Providers"
    case .browsers: "Browsers"
    case .devices: "Devices"
    }
  }
}
