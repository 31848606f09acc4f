// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange

extension OnePasswordTable {
  /// Reads an identity; returns whether the line is one.
  ///
  /// - Parameter isOne: Whether the table says so; on Windows it does not name kinds, so the name columns decide.
  static func takePerson(_ row: inout TableRow, isOne: Bool, into draft: inout EntryDraft) -> Bool {
    let isOnWindows = row.peek("name 1: first name") != nil || row.peek("name 3: last name") != nil
    guard isOne || isOnWindows else { return false }
    func name(_ onMac: String, _ onWindows: String) -> String { isOnWindows ? onWindows : onMac }
    let initial = row.text(name("initial(initial)", "name 2: initial"))
    let given = row.text(name("first name(firstname)", "name 1: first name"))
    var person = ExchangedPerson(givenName: [given, initial].compactMap(\.self).joined(separator: " "))
    person.familyName = row.text(name("last name(lastname)", "name 3: last name")) ?? ""
    person.organisation = row.text(name("company(company)", "name 6: company")) ?? ""
    person.add(email: row.text(name("email(email)", "internet 2: email")), label: "email")
    for (onMac, onWindows, label) in [
      ("default phone(defphone)", "address 2: default phone", "default phone"), ("home(homephone)", "address 3: home", "home"),
      ("cell(cellphone)", "address 4: cell", "cell"), ("business(busphone)", "address 5: business", "business"),
    ] {
      person.add(phone: row.text(name(onMac, onWindows)), label: label)
    }
    person.add(addressLines: [row.text(name("address(address)", "address 1: address"))], label: "address")
    draft.others.append(.person(person))
    // The user name appears twice: as the entry's own and among its fields.
    let (user, other) = (row.text("username"), row.text(name("username(username)", "internet 1: username")))
    draft.keep("Username", text: user ?? other)
    if user != nil, other != user { draft.keep("Username", text: other) }
    return true
  }
}
