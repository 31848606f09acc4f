// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// The settings' requests about connected browsers.
enum PairedBrowsersFlow {
  /// Returns the connected browser profiles.
  static func list(_ browsers: PairedBrowsers?) -> RequestStep {
    .hear {
      guard browsers?.isReadable != false else { return .fail(ClientFailure(.settingsUnreadable)) }
      return .answer(.pairedBrowsers(await browsers?.list() ?? []))
    }
  }

  /// Removes the browser with an identifier or a name.
  static func forget(_ name: String, among browsers: PairedBrowsers?) -> RequestStep {
    .hear {
      do throws(BrokerError) {
        guard let browsers, try await browsers.forget(name) else { return .fail(ClientFailure(.browserUnknown)) }
        return .answer(.done())
      } catch {
        return .fail(ClientFailure(.settingsNotSaved, detail: error.code.name))
      }
    }
  }
}
