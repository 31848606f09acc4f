// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

// What a person has to see becomes text here and nowhere else. Nobody wipes a String: make it for the page that shows it, send the page,
// and keep it neither in a log nor in a session.

extension PendingOneTimeCode {
  /// The link of ``setupURL(_:label:account:issuer:)`` as text, for the page that shows it.
  ///
  /// - Parameters:
  ///   - scheme: Offer both, since managers register one or the other.
  ///   - label: The service's name for people.
  ///   - account: The user name at the service.
  ///   - issuer: The service's domain, by which the code is offered in the right place.
  public func shownSetupURL(
    _ scheme: SetupURL.Scheme, label: String, account: String, issuer: String
  ) throws(OneTimeCodesError) -> String {
    try setupURL(scheme, label: label, account: account, issuer: issuer).withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// The secret in Base32, in groups of four with spaces between, for the page that shows it to people who type it by hand.
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
