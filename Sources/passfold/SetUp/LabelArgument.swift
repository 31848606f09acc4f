// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import VaultProtocol

/// The form LABEL=VALUE of an e-mail address, telephone number or postal address; without a label it gets the default of its kind.
enum LabelArgument {
  static func value(_ argument: String, of name: EntryValue.Name) -> EntryValue {
    guard let sign = argument.firstIndex(of: "="), sign != argument.startIndex else { return EntryValue(name, label: name.name, argument) }
    return EntryValue(name, label: String(argument[..<sign]), String(argument[argument.index(after: sign)...]))
  }

  /// Whether all labels are different.
  static func areApart(_ arguments: [String], of name: EntryValue.Name) -> Bool {
    let labels = arguments.map { value($0, of: name).label }
    return Set(labels).count == labels.count
  }
}
