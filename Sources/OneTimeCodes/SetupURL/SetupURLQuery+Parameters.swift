// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

extension SetupURLQuery {
  /// What a set-up says of its codes apart from the parameters.
  enum CodeType {
    case timeBased, counterBased, steam
  }

  /// The secret and how codes come from it.
  ///
  /// - Parameters:
  ///   - type: The type named elsewhere; the parameter `encoder` makes any of them Steam's.
  ///   - isCalledSteam: Whether the names say Steam, which with five digits means Steam's codes.
  /// - Throws: What is wrong with one of the parameters and where.
  func parameters(_ type: CodeType, isCalledSteam: Bool) throws(OneTimeCodesError) -> OneTimeCodeParameters {
    // 1. Length and moving factor. Steam has its own, whatever the parameters say.
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
