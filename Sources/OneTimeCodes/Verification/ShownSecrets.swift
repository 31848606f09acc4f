// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

// Secrets that the user has to see become text only here. A String is never wiped: create it for the page that shows it, send the page, and
// do not keep it in a log or a session.

extension PendingOneTimeCode {
  /// Returns the link of ``setupURL(_:label:account:issuer:)`` as text, for the page that shows it.
  ///
  /// - Parameters:
  ///   - scheme: Offer both schemes, because a manager may register only one.
  ///   - label: The service's display name.
  ///   - account: The user name at the service.
  ///   - issuer: The service's domain. Managers use it to offer the code on the right site.
  public func shownSetupURL(
    _ scheme: SetupURL.Scheme, label: String, account: String, issuer: String
  ) throws(OneTimeCodesError) -> String {
    try setupURL(scheme, label: label, account: account, issuer: issuer).withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// The secret in Base32, in groups of four separated by spaces, for the page that shows it for manual entry.
  public var shownSecret: String {
    let text = parameters.secret.withBytes { Base32.encode($0) }.withBytes { String(decoding: $0, as: UTF8.self) }
    var groups: [Substring] = []
    var rest = text[...]
    while !rest.isEmpty {
      groups.append(rest.prefix(4))
      rest = rest.dropFirst(4)
    }
    return groups.joined(separator: " ")
  }
}

extension OneTimeRecoveryCodes {
  /// The codes as text, for the page that shows them once.
  public var shownCodes: [String] { codes.map { code in code.withBytes { String(decoding: $0, as: UTF8.self) } } }
}
