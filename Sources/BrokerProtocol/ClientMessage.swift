// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a client says to the broker (the client door's "Opening" and "Requests").
package enum ClientMessage: Sendable {
  /// The client's role, protocol version and the caller its carrier vouches for.
  case hello(role: String, version: Int, caller: String?)
  /// A request, answered under its number.
  case request(id: Int, ClientRequest)
  /// The end of the request with this number.
  case cancel(id: Int)
  /// What the person did with a view of the request with this number.
  case viewEvent(id: Int, ViewEventValue)
}

/// A client's request.
package enum ClientRequest: Sendable {
  case suggestions(context: ClientContext, field: FieldPurpose, passkey: JSONValue?)
  case provide(token: String)
  case list(context: ClientContext, field: FieldPurpose, passkey: JSONValue?)
  case setUpCode(context: ClientContext, url: String)
  case createPasskey(context: ClientContext, options: JSONValue)
  case getPasskey(context: ClientContext, options: JSONValue)
  case status
}

extension ClientMessage: Decodable {
  private enum Key: String, CodingKey {
    case type, id, role, `protocol`, caller, context, field, passkey, token, url, options, view, action, row
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func context() throws -> ClientContext { try values.decode(ClientContext.self, forKey: .context) }
    let type = try values.decode(String.self, forKey: .type)
    if type == "hello" {
      self = .hello(
        role: try values.decode(String.self, forKey: .role), version: try values.decode(Int.self, forKey: .protocol),
        caller: try values.decodeIfPresent(String.self, forKey: .caller))
      return
    }
    let id = try values.decode(Int.self, forKey: .id)
    switch type {
    case "cancel":
      self = .cancel(id: id)
    case "view-event":
      let event = ViewEventValue(
        view: try values.decode(Int.self, forKey: .view), action: try values.decode(ViewEventValue.Action.self, forKey: .action),
        row: try values.decodeIfPresent(String.self, forKey: .row))
      self = .viewEvent(id: id, event)
    case "suggestions", "list":
      let field = try values.decode(FieldPurpose.self, forKey: .field)
      let passkey = try values.decodeIfPresent(JSONValue.self, forKey: .passkey)
      let request: ClientRequest =
        type == "list"
        ? .list(context: try context(), field: field, passkey: passkey)
        : .suggestions(context: try context(), field: field, passkey: passkey)
      self = .request(id: id, request)
    case "provide":
      self = .request(id: id, .provide(token: try values.decode(String.self, forKey: .token)))
    case "set-up-code":
      self = .request(id: id, .setUpCode(context: try context(), url: try values.decode(String.self, forKey: .url)))
    case "create-passkey":
      self = .request(id: id, .createPasskey(context: try context(), options: try values.decode(JSONValue.self, forKey: .options)))
    case "get-passkey":
      self = .request(id: id, .getPasskey(context: try context(), options: try values.decode(JSONValue.self, forKey: .options)))
    case "status":
      self = .request(id: id, .status)
    default:
      throw DecodingError.dataCorruptedError(forKey: .type, in: values, debugDescription: "unknown type")
    }
  }
}
