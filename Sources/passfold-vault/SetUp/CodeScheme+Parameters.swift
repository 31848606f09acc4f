// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import OneTimeCodes
import SecretMemory
package import VaultProtocol

extension CodeScheme {
  /// Creates the visible part of parameters.
  package init(_ parameters: OneTimeCodeParameters) {
    let form: Form
    var counter: UInt64?
    switch parameters.form {
    case .timeBased: form = .timeBased
    case .counterBased(let next): (form, counter) = (.counterBased, next)
    case .steam: form = .steam
    }
    self.init(
      form: form, algorithm: parameters.algorithm.rawValue, digits: parameters.digits,
      period: (parameters.period?.components.seconds).map { Int($0) }, counter: counter, secretBits: parameters.secret.byteCount * 8)
  }
}
