// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

extension SetupURLQuery {
  /// The code type that a set-up text declares outside its parameters.
  enum CodeType {
    case timeBased, counterBased, steam
  }

  /// Returns the secret and the parameters of its codes.
  ///
  /// - Parameters:
  ///   - type: The type declared elsewhere. The parameter `encoder` can turn any type into Steam's.
  ///   - isCalledSteam: Whether a name says Steam. Together with five digits, this means Steam codes.
  /// - Throws: The error in one of the parameters, with its position.
  func parameters(_ type: CodeType, isCalledSteam: Bool) throws(OneTimeCodesError) -> OneTimeCodeParameters {
    // 1. Length and moving factor. Steam's are fixed, whatever the parameters say.
    let encoder = try text(.encoder)
    let digits = try number(.digits, otherwise: .digitsOutOfRange)
    let isSteam = type == .steam || encoder?.lowercased() == "steam" || digits == 5 && isCalledSteam
    let form: OneTimeCodeParameters.Form
    if isSteam {
      form = .steam
    } else if type == .counterBased {
      form = .counterBased(counter: try number(.counter, otherwise: .counterOutOfRange) ?? 0)
    } else {
      let seconds = try number(.period, otherwise: .periodOutOfRange) ?? 30
      guard OneTimeCodeParameters.periods.contains(seconds) else { throw fault(.periodOutOfRange, .period) }
      form = .timeBased(period: .seconds(Int64(seconds)))
    }
    guard isSteam || OneTimeCodeParameters.digitCounts.contains(digits ?? 6) else { throw fault(.digitsOutOfRange, .digits) }
    // 2. Hash.
    let algorithm = try algorithm()
    guard !isSteam || algorithm == .sha1 else { throw fault(.unsupportedAlgorithm, .algorithm) }
    // 3. Secret.
    return try OneTimeCodeParameters(
      secret: SharedSecret(try secret()), algorithm: algorithm, digits: isSteam ? nil : digits.map { Int($0) }, form: form)
  }

  private func algorithm() throws(OneTimeCodesError) -> OneTimeCodeAlgorithm {
    guard let name = try text(.algorithm) else { return .sha1 }
    do throws(OneTimeCodesError) { return try OneTimeCodeAlgorithm(naming: name) } catch { throw fault(error.code, .algorithm) }
  }
}
