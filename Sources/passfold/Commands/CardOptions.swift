// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

/// The visible parts of a card.
struct CardOptions: ParsableArguments {
  @Option(help: .translated("The name on the card."))
  var holder: String?
  @Option(help: .translated("The issuer of the card."))
  var bank: String?
  @Option(help: .translated("The last month in which the card is valid, as 2029-08 or 08/29."))
  var expires: String?
  @Option(help: .translated("The first month in which the card is valid, as 2029-08 or 08/29."))
  var validFrom: String?

  var values: [EntryValue] {
    let given: [(EntryValue.Name, String?)] = [(.holder, holder), (.bank, bank), (.expires, expires), (.validFrom, validFrom)]
    return given.compactMap { name, value in value.map { EntryValue(name, $0) } }
  }
}
