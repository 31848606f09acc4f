// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory
import Testing

struct ExchangedItemTests {
  @Test func `a field with a duplicate name is kept under the name and the next number`() {
    var item = ExchangedItem(title: "Shop")
    let names = ["Branch", "Branch", "Branch 2", "Branch"].enumerated().map { place, name in
      item.keep(name, value: SharedSecret(copying: "value \(place)".utf8), isHidden: place == 1)
    }
    #expect(names == ["Branch", "Branch 2", "Branch 2 2", "Branch 3"])
    #expect(item.annotations.fields.map(\.name) == names)
    #expect(item.annotations.fields.map(\.isHidden) == [false, true, false, false])
    let values = item.annotations.fields.map { $0.value.withBytes { String(decoding: $0, as: UTF8.self) } }
    #expect(values == ["value 0", "value 1", "value 2", "value 3"])
  }

  @Test func `a field without a name is kept under a default name`() {
    var item = ExchangedItem(title: "")
    #expect(item.keep("", value: SharedSecret(copying: []), isHidden: false) == "field")
    #expect(item.keep("", value: SharedSecret(copying: []), isHidden: false) == "field 2")
  }
}
