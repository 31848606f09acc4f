// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CWipingHeap
import CredentialExchange
import ExchangeFormats
import ExchangeProcess
import SecretMemory

// Reads an untrusted file for the vault, which starts this process. It has no access to files or the network, and no key but the one for
// the file.
ExchangeProcess.run { bytes in
  var format: ImportFormat?
  do throws(CredentialExchangeError) {
    let order = try ReadingOrder(reading: bytes)
    let word = order.format.flatMap(ImportFormat.init)
    let found = order.file.withBytes { ImportFormat.detect($0, saidToBe: word) }
    let keys = ImportKeys(passphrase: order.passphrase, keyFile: order.keyFile)
    guard let found else {
      let packed = try order.file.withBytes { (file) throws(CredentialExchangeError) in try PackedFiles(file) }
      guard let packed else { throw order.file.withBytes(ImportFormat.failure) }
      format = packed.format
      return ReadingOutcome.collection(try packed.read(keys: keys), format: packed.format.rawValue).written
    }
    format = found
    let collection = try order.file.withBytes { (file) throws(CredentialExchangeError) in try ImportReader.read(file, as: found, keys: keys)
    }
    return ReadingOutcome.collection(collection, format: found.rawValue).written
  } catch {
    return ReadingOutcome.failure(error, format: format?.rawValue).written
  }
}
