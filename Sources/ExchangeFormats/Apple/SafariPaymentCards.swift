// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel

/// Reads the payment cards that Safari exports to a separate file next to the table of passwords.
///
/// [Apple](https://developer.apple.com/documentation/safariservices/importing-data-exported-from-safari) documents the format.
enum SafariPaymentCards {
  static func isOne(_ value: JSONValue) -> Bool { value["payment_cards"]?.elements != nil && value["metadata"]?.isObject == true }

  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    let value = try JSONReader.value(of: bytes)
    guard isOne(value) else { throw CredentialExchangeError(.malformed) }
    var root = JSONMembers(value, in: bytes)
    // The exporting program and the time.
    root.pass("metadata")
    var collection = ImportedCollection()
    for element in root.elements("payment_cards") {
      guard element.isObject else {
        collection.passOver(collection.readCount, because: .malformedValue)
        continue
      }
      var members = JSONMembers(element, in: bytes)
      members.pass("card_last_used_time_usec")
      var draft = EntryDraft(number: collection.readCount, title: members.text("card_name") ?? "")
      var card = ExchangedCard(
        holder: members.text("cardholder_name") ?? "", number: members.secret("card_number").map(CardNumber.normalized))
      let (year, month) = (members.text("card_expiration_year"), members.text("card_expiration_month"))
      card.expires = CardMonth("\(year ?? "")-\(month ?? "")")
      if card.expires == nil {
        draft.keep("Expiry year", text: year, because: .malformedValue, at: "card_expiration_year")
        draft.keep("Expiry month", text: month, because: .malformedValue, at: "card_expiration_month")
      }
      draft.others.append(.card(card))
      draft.keepRest(of: members)
      collection.add(draft)
    }
    for (name, _, reason) in root.rest() { collection.tell(reason, name) }
    return collection
  }
}
