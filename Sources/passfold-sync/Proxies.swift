// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The proxies of the environment: the proxy for a host, and the hosts without one.
package struct Proxies: Sendable {
  private let proxy: String?
  private let exceptions: [Substring]

  /// Reads `https_proxy` and `all_proxy`, and from `no_proxy` host names and their subdomains, addresses and `*`; also in capitals.
  package init(variable: (String) -> String?) {
    func first(_ names: String...) -> String? { names.lazy.compactMap(variable).first { !$0.isEmpty } }
    proxy = first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
    exceptions = (first("no_proxy", "NO_PROXY") ?? "").split { $0 == "," || $0 == " " }
  }

  /// Returns the proxy for a host in libcurl's form; nil if there is none.
  package func proxy(to host: String) -> String? { exceptions.contains { Self.covers($0, host) } ? nil : proxy }

  private static func covers(_ exception: Substring, _ host: String) -> Bool {
    if exception == "*" { return true }
    let name = exception.drop { $0 == "." || $0 == "[" }.prefix { $0 != "]" }.lowercased()
    return !name.isEmpty && (host == name || host.hasSuffix("." + name))
  }
}
