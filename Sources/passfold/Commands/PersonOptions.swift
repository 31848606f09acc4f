// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

/// The visible parts of an identity.
struct PersonOptions: ParsableArguments {
  @Option(help: .translated("The person's given names."))
  var givenName: String?
  @Option(help: .translated("The person's family name."))
  var familyName: String?
  @Option(help: .translated("The person's company or other organisation."))
  var organisation: String?
  @Option(help: .translated("The person's date of birth, as 1990-12-31."))
  var birthday: String?
  @Option(
    help: ArgumentHelp(
      translated("The person's e-mail address; repeat with a different label for each."), valueName: "[label=]email"))
  var email: [String] = []
  @Option(
    help: ArgumentHelp(
      translated("The person's telephone number; repeat with a different label for each."), valueName: "[label=]phone"))
  var phone: [String] = []
  @Option(
    help: ArgumentHelp(
      translated("The person's postal address; repeat with a different label for each."), valueName: "[label=]address"))
  var address: [String] = []

  private var labelled: [(EntryValue.Name, [String])] { [(.email, email), (.phone, phone), (.address, address)] }

  func validate() throws {
    for (name, arguments) in labelled where !LabelArgument.areApart(arguments, of: name) {
      throw ValidationError(translated("Each --\(name.name) needs a different label, for example --\(name.name) work=…"))
    }
  }

  var values: [EntryValue] {
    let given: [(EntryValue.Name, String?)] = [
      (.givenName, givenName), (.familyName, familyName), (.organisation, organisation), (.birthday, birthday),
    ]
    return given.compactMap { name, value in value.map { EntryValue(name, $0) } }
      + labelled.flatMap { name, arguments in arguments.map { LabelArgument.value($0, of: name) } }
  }
}
