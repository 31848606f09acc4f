// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BrokerProtocol
import LocalEndpoint
import Translations

struct BrowserStatus: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: translated("Check every step from each browser to Passfold's providers, and show what to do next."),
    discussion: translated("Reads the browsers' files without writing any. Starts Passfold's broker to ask which profiles are connected."))

  @OptionGroup var options: BrowserOptions
  @Flag(help: .translated("Exit with status 1 unless every browser outside a closed sandbox finds Passfold's host and the broker answers."))
  var check = false

  func run() async throws {
    let reports = try options.registration().reports(for: Installation().browserHost, of: options.browser, looksIntoProfiles: true)
    var chain: BrowserChain
    do throws(CommandFailure) {
      let paired = try await SettingsDoor.open().pairedBrowsers()
      let (browsers, others) = Self.assign(paired, to: reports)
      chain = BrowserChain(browsers: browsers, broker: await BrokerDoor.report(), otherConnected: others)
    } catch {
      chain = BrowserChain(
        browsers: reports, broker: await BrokerDoor.report(), brokerFault: FailureWords(error).message)
    }
    StandardOutput.write(options.output.presenter.browsers(chain))
    if check && !chain.isWhole { throw ExitCode(CommandStatus.failed.rawValue) }
  }

  /// Assigns connected profiles to each browser. The profiles of sandboxed browsers come from their helper, which is the same for all of
  /// them.
  static func assign(_ paired: [PairedBrowserValue], to reports: [BrowserReport]) -> ([BrowserReport], others: [String]) {
    var rest = paired
    let browsers = reports.map { report in
      guard report.packaging == .native else { return report }
      var report = report
      let name = report.browser.connectedName
      report.connected = rest.filter { $0.name == name || $0.name.hasPrefix(name + " ") }.map(\.name)
      rest.removeAll { report.connected?.contains($0.name) == true }
      return report
    }
    return (browsers, rest.map { "\($0.name), \($0.program)" })
  }
}
