// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// Text that the person picks in a provider's own list, for any field.
extension Broker {
  /// Shows the texts of the provider that has some, or first a choice of providers where several have.
  func chooseText(id: Int, client: Int, context: ClientContext?) throws {
    if let context { _ = try CallerJudge.judge(context) }
    let able = order.filter { providers[$0]?.bundle.capabilities.textToInsert == true && providers[$0]?.lockState != .noVault }
    guard let first = able.first else { throw ClientFailure(.nothingToOffer) }
    guard able.count > 1 else { return openTexts(of: first, id: id, client: client) }
    var request = OpenRequest(client: client, id: id, purpose: .insert)
    var rows: [PresentableViewValue.Row] = []
    for (index, identifier) in able.enumerated() {
      request.choices["p\(index)"] = .text(provider: identifier)
      rows.append(providerRow("p\(index)", identifier))
    }
    presentOwnView(PresentableViewValue(number: OpenRequest.ownView, kind: .list, title: "Choose a provider", rows: rows), for: request)
  }

  /// Asks a provider for its list of texts.
  func openTexts(of provider: String, id: Int, client: Int) {
    var request = OpenRequest(client: client, id: id, purpose: .insert)
    request.provider = provider
    request.machine = .beginWithInterface()
    request.expectation = .text
    let call = open(request)
    ask(provider, call: call, .prepareInterfaceForUserChoosingTextToInsert(call: call))
  }
}
