// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import PresentedViews
import Translations

/// The chain from the browsers to the providers, gathered by `passfold browser status`.
package struct BrowserChain: Encodable, Sendable {
  /// The browsers found.
  package var browsers: [BrowserReport]
  /// The broker and its providers.
  package var broker: StatusReport.Broker
  /// The reason why the broker could not be asked; nil if it answered.
  package var brokerFault: String?
  /// Connected profiles that belong to none of the browsers above.
  package var otherConnected: [String]

  /// Combines the chain.
  package init(browsers: [BrowserReport], broker: StatusReport.Broker, brokerFault: String? = nil, otherConnected: [String] = []) {
    self.browsers = browsers
    self.broker = broker
    self.brokerFault = brokerFault
    self.otherConnected = otherConnected
  }

  /// Whether every browser that can start the host finds it.
  package var isWhole: Bool {
    brokerFault == nil && browsers.allSatisfy { $0.state == .registered || $0.state == .notPossible }
  }
}

extension Presenter {
  /// The output of `browser install`; `extensionFolder` is the folder of the extension in this installation.
  package func installed(_ changes: [BrowserChange], extensionFolder: String?) -> String {
    if format == .json { return json(changes) }
    let lines = changes.map { changeLine($0) + "\n" }.joined()
    let ready = changes.filter { [.installed, .alreadyThere].contains($0.outcome) }
    guard !ready.isEmpty else { return lines }
    guard let extensionFolder else {
      return lines + "\n" + translated("Next, add the extension yourself: make extension builds it, and docs/browsers.md says how.") + "\n"
    }
    var told: Set<KnownBrowser> = []
    let steps = ready.filter { told.insert($0.browser).inserted }.map { Self.addingExtension(to: $0.browser, from: extensionFolder) }
    return lines + "\n" + translated("Next, add the extension yourself; browsers do not let another program do that:") + "\n"
      + steps.joined(separator: "\n") + "\n"
      + translated("Then click Passfold's button in the browser and choose \"Connect this browser\".") + "\n"
  }

  /// The output of `browser remove`.
  package func removed(_ changes: [BrowserChange]) -> String {
    if format == .json { return json(changes) }
    let told = changes.filter { $0.outcome != .nothingThere }
    guard !told.isEmpty else { return translated("No browser was registered.") + "\n" }
    let lines = told.map { changeLine($0) + "\n" }.joined()
    guard told.contains(where: { $0.outcome == .removed }) else { return lines }
    return lines + translated("The extension stays in the browser until you remove it there; passfold browser forget disconnects it.")
      + "\n"
  }

  /// The output of `browser status`.
  package func browsers(_ chain: BrowserChain) -> String {
    if format == .json { return json(chain) }
    var blocks = chain.browsers.map(browserBlock)
    if blocks.isEmpty {
      blocks = [translated("No browser was found. For a browser in another place: passfold browser install NAME, or --folder DIR") + "\n"]
    }
    let standing = chain.broker.running ? translated("running") : translated("not running; it starts automatically when needed")
    var broker = [(translated("broker"), chain.brokerFault ?? standing)]
    broker += chain.broker.providers.map {
      (translated("provider"), "\(Self.printable($0.name)): \(Self.printable(ProviderStanding.words(for: $0.state)))")
    }
    broker += chain.otherConnected.map { (translated("connected"), Self.printable($0)) }
    return (blocks + [emphasized("Passfold") + "\n" + rows(broker)]).joined(separator: "\n")
  }

  /// One line of `passfold status`.
  func browserLine(_ report: BrowserReport) -> String {
    switch report.state {
    case .registered: translated("\(report.name): registered")
    case .notRegistered: translated("\(report.name): not registered; passfold browser install registers it")
    case .registeredElsewhere: translated("\(report.name): registered to another copy of Passfold; passfold browser install takes over")
    case .programMissing: translated("\(report.name): registered to a program that no longer exists; passfold browser install fixes this")
    case .changed: translated("\(report.name): its manifest was changed; passfold browser install --replace writes a new one")
    case .unreadable: translated("\(report.name): its manifest cannot be read")
    case .notPossible: translated("\(report.name): cannot start Passfold from its sandbox")
    }
  }

  private func browserBlock(_ report: BrowserReport) -> String {
    var lines: [(String, String)] = []
    if let program = report.program { lines.append((translated("program"), program)) }
    lines += report.profiles.map { (translated("profiles"), $0) }
    lines.append((translated("host"), hostWords(report)))
    if report.start == .helper {
      let seen =
        report.helperFound == true
        ? translated(
          "xdg-native-messaging-proxy is installed; Passfold cannot tell whether this browser uses it or Ubuntu's portal")
        : translated(
          "xdg-native-messaging-proxy is not installed; Passfold cannot tell whether this browser uses it or Ubuntu's portal")
      lines.append((translated("helper"), seen))
    }
    if report.state != .notPossible {
      if let sighting = report.extension { lines.append((translated("extension"), Self.words(for: sighting))) }
      lines.append((translated("connected"), connectedWords(report)))
    }
    if let next = nextStep(report) { lines.append((translated("next"), next)) }
    return emphasized(report.name) + "\n" + rows(lines)
  }

  private func hostWords(_ report: BrowserReport) -> String {
    let words = hostStanding(report)
    guard let manifest = report.manifest, ![.notRegistered, .notPossible].contains(report.state) else { return words }
    return "\(words), \(Self.printable(manifest))"
  }

  private func hostStanding(_ report: BrowserReport) -> String {
    switch report.state {
    case .registered: return translated("registered")
    case .notRegistered: return translated("not registered")
    case .registeredElsewhere: return translated("registered to another copy of Passfold, \(Self.printable(report.host ?? ""))")
    case .programMissing:
      return translated("registered to a program that cannot be started, \(Self.printable(report.host ?? ""))")
    case .changed: return translated("the manifest differs from what Passfold wrote")
    case .unreadable: return translated("the manifest cannot be read")
    case .notPossible: return translated("not possible: the sandbox of this browser does not let it start programs outside")
    }
  }

  /// The step that fixes the first broken link.
  private func nextStep(_ report: BrowserReport) -> String? {
    switch report.state {
    case .notRegistered, .registeredElsewhere, .programMissing: return "passfold browser install \(report.browser.rawValue)"
    case .changed: return translated("check the manifest; passfold browser install \(report.browser.rawValue) --replace writes a new one")
    case .unreadable:
      return translated("check who owns the manifest and can read it, then run passfold browser install \(report.browser.rawValue)")
    case .notPossible: return translated("use \(report.browser.name) from your system's packages, or Firefox")
    case .registered: break
    }
    switch report.extension?.state {
    case .disabled?: return translated("switch the extension on: \(report.browser.extensionsPage)")
    case .notSeen? where report.connected?.isEmpty != false: return translated("add the extension: passfold browser install tells you how")
    default: break
    }
    return report.connected?.isEmpty == true
      ? translated("click Passfold's button in the browser and choose \"Connect this browser\"") : nil
  }

  private func connectedWords(_ report: BrowserReport) -> String {
    guard let connected = report.connected else { return translated("unknown") }
    return connected.isEmpty ? translated("no profile") : connected.map(Self.printable).joined(separator: ", ")
  }

  private static func words(for sighting: ExtensionSighting) -> String {
    let profiles = sighting.profiles.map { "\"\(printable($0))\"" }.joined(separator: ", ")
    switch sighting.state {
    case .present: return translated("in profile \(profiles)")
    case .disabled: return translated("switched off, in profile \(profiles)")
    case .notSeen: return translated("not found; a browser does not list extensions that were loaded for a single run")
    case .cannotTell: return translated("unknown: the profile's files cannot be read")
    }
  }

  private func changeLine(_ change: BrowserChange) -> String {
    let manifest = Self.printable(change.manifest ?? "")
    let helper =
      change.start == .helper
      ? "\n  " + translated("A helper outside its sandbox must start the host; passfold browser status shows whether there is one") : ""
    switch change.outcome {
    case .installed: return translated("Registered with \(change.name): \(manifest)") + helper
    case .alreadyThere: return translated("Already registered with \(change.name): \(manifest)") + helper
    case .removed: return translated("Removed from \(change.name): \(manifest)")
    case .nothingThere: return translated("Not registered with \(change.name)")
    case .leftChanged: return translated("Not changed, because it was modified, for \(change.name): \(manifest)")
    case .leftForAnotherCopy:
      return translated("Not changed, because it belongs to another copy of Passfold, for \(change.name): \(manifest)")
    case .notPossible:
      return translated("Not possible with \(change.name): its sandbox does not let it start programs outside, and it uses no helper")
    case .failed:
      let path = Self.printable(change.failedPath ?? manifest)
      return translated(
        "Failed for \(change.name): \(path): \(SystemErrorText.text(change.errorNumber ?? 0)); nothing was changed there")
    }
  }

  private static func addingExtension(to browser: KnownBrowser, from folder: String) -> String {
    switch browser.family {
    case .chromium:
      "  "
        + translated(
          "\(browser.name): open \(browser.extensionsPage), switch on \"Developer mode\", click \"Load unpacked\" and choose")
        + "\n    \(printable(folder))/chromium"
    case .firefox:
      "  " + translated("\(browser.name): open \(browser.extensionsPage), click \"Load Temporary Add-on\" and choose")
        + "\n    \(printable(folder))/firefox/manifest.json\n    "
        + translated(
          "The extension is gone when \(browser.name) ends. Firefox ESR, Developer Edition and Nightly keep it if xpinstall.signatures.required is false in about:config."
        )
    }
  }

  private func rows(_ rows: [(String, String)]) -> String {
    // The same width for all blocks.
    let labels = [translated("extension"), translated("connected"), translated("provider"), translated("program"), translated("profiles")]
    let width = max(10, labels.map(TextWidth.columns).max() ?? 0)
    return rows.map { label, value in "  " + TextWidth.padded(label, to: width) + "  " + value + "\n" }.joined()
  }
}
