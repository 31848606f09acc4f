// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import LocalTransport

/// Answers what the settings ask about paired browsers.
enum PairedBrowsersDesk {
  /// Answers a frame that is such a question; nil for any other.
  static func answer(to frame: SocketFrame, by browsers: PairedBrowsers) async -> PairedBrowsersAnswer? {
    guard let request = try? MessageCoding.decode(PairedBrowsersRequest.self, from: frame.json) else { return nil }
    switch request {
    case .list(let id): return .list(id: id, browsers: await browsers.list())
    case .forget(let id, let browser):
      do throws(BrokerError) {
        return try await browsers.forget(browser) ? .forgotten(id: id) : .failure(id: id, code: "browserUnknown")
      } catch {
        return .failure(id: id, code: error.code.name)
      }
    }
  }
}
