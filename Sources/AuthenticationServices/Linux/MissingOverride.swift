// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

extension ASCredentialProviderViewController {
  /// Cancels the request as failed, and tells the provider's developer which method the class must override.
  func cancelNotOverridden(_ method: String) {
    log("must override \(method). Cancelling the request.")
    extensionContext.cancelRequest(
      withError: ASExtensionError(.failed, userInfo: [CancellationReason.key: "methodNotOverridden"]))
  }

  /// Tells the provider's developer which report the class ignores.
  func logNotOverridden(_ method: String) {
    log("must override \(method). The report is lost.")
  }

  private func log(_ words: String) {
    try? FileHandle.standardError.write(contentsOf: Data("\(type(of: self)) \(words)\n".utf8))
  }
}
