// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CWipingHeap
import CredentialExchange
import ExchangeFormats
import ExchangeProcess

// Writes a file in another program's format for the vault, which starts this process. It has no access to files or the network.
ExchangeProcess.run { bytes in
  do throws(CredentialExchangeError) {
    let order = try WritingOrder(reading: bytes)
    guard let format = ExportFormat(rawValue: order.format) else { throw CredentialExchangeError(.unknownFormat) }
    var random = SystemRandomNumberGenerator()
    let (file, findings) = try ExportWriter.write(
      order.items, as: format, keys: ImportKeys(passphrase: order.passphrase), date: order.date, random: &random)
    return WritingOutcome.file(file, findings: findings).written
  } catch {
    return WritingOutcome.failure(error).written
  }
}
