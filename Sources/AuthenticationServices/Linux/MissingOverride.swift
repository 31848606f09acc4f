// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

extension ASCredentialProviderViewController {
  /// Cancels the request as failed and tells the provider's author which method the class lacks.
  func cancelNotOverridden(_ method: String) {
    let line = "\(type(of: self)) must override \(method). Cancelling the request.\n"
    try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    extensionContext.cancelRequest(
      withError: ASExtensionError(.failed, userInfo: [CancellationReason.key: "methodNotOverridden"]))
  }
}
