// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CDBus

/// A message of the bus, written or read in order. What it does not hold as expected is a `badAnswer`; libdbus has checked its form before.
final class BusMessage {
  /// A type of D-Bus by its letter (D-Bus specification, "Type System").
  enum Kind: Unicode.Scalar {
    case array = "a"
    case boolean = "b"
    case byte = "y"
    case entry = "e"
    case object = "o"
    case structure = "r"
    case text = "s"
    case variant = "v"

    var code: CInt { CInt(rawValue.value) }
  }

  /// The most elements of one array.
  private static let limit = 20_000

  /// The message for libdbus.
  let pointer: OpaquePointer
  /// Where in the message it is written or read: the message itself, and each container that is open.
  private var places: [DBusMessageIter]

  /// Takes a message over, with the one reference to it.
  private init(_ pointer: OpaquePointer, at place: DBusMessageIter) { (self.pointer, places) = (pointer, [place]) }

  deinit { dbus_message_unref(pointer) }

  /// A message that came, to be read; with the one reference to it.
  static func received(_ pointer: OpaquePointer) -> BusMessage {
    var place = DBusMessageIter()
    dbus_message_iter_init(pointer, &place)
    return BusMessage(pointer, at: place)
  }

  /// A message as it goes over the bus; nil for bytes that are none.
  static func unmarshalled(_ bytes: [UInt8]) -> BusMessage? {
    let message = bytes.withUnsafeBytes { bytes in
      bytes.bindMemory(to: CChar.self).baseAddress.flatMap { dbus_message_demarshal($0, CInt(bytes.count), nil) }
    }
    return message.map(received)
  }

  /// A call, whose arguments are written next.
  ///
  /// - Throws: `badAnswer` where the object has no path's form: it came from elsewhere.
  static func call(_ method: String, of interface: String, at object: String, to name: String) throws(SecretServiceError) -> BusMessage {
    // libdbus ends the process for a path that is none.
    guard dbus_validate_path(object, nil) != 0, let pointer = dbus_message_new_method_call(name, object, interface, method) else {
      throw SecretServiceError(.badAnswer)
    }
    var place = DBusMessageIter()
    dbus_message_iter_init_append(pointer, &place)
    return BusMessage(pointer, at: place)
  }

  /// The object that a signal is of.
  var object: String? { dbus_message_get_path(pointer).map { String(cString: $0) } }
  /// The name of a signal, without its interface; nil for anything else.
  var signal: String? {
    guard dbus_message_get_type(pointer) == DBUS_MESSAGE_TYPE_SIGNAL else { return nil }
    return dbus_message_get_member(pointer).map { String(cString: $0) }
  }

  // MARK: Writing

  func append(text: String) throws(SecretServiceError) { try append(text, as: .text) }

  func append(object: String) throws(SecretServiceError) {
    guard dbus_validate_path(object, nil) != 0 else { throw SecretServiceError(.badAnswer) }
    try append(object, as: .object)
  }

  func append(objects: [String]) throws(SecretServiceError) {
    try append(.array, "o") { () throws(SecretServiceError) in
      for object in objects { try append(object: object) }
    }
  }

  func append(dictionary: [String: String]) throws(SecretServiceError) {
    try append(.array, "{ss}") { () throws(SecretServiceError) in
      for (key, value) in dictionary {
        try append(.entry, nil) { () throws(SecretServiceError) in
          try append(text: key)
          try append(text: value)
        }
      }
    }
  }

  /// Appends bytes in a variant.
  func append(variant bytes: [UInt8]) throws(SecretServiceError) {
    try append(.variant, "ay") { () throws(SecretServiceError) in
      try append(.array, "y") { () throws(SecretServiceError) in
        let isAppended = bytes.withUnsafeBufferPointer { bytes in
          var start = bytes.baseAddress
          return dbus_message_iter_append_fixed_array(&places[places.count - 1], Kind.byte.code, &start, CInt(bytes.count)) != 0
        }
        guard isAppended else { throw SecretServiceError(.badAnswer) }
      }
    }
  }

  private func append(_ text: String, as kind: Kind) throws(SecretServiceError) {
    let isAppended = text.withCString { text in
      var text: UnsafePointer<CChar>? = text
      return dbus_message_iter_append_basic(&places[places.count - 1], kind.code, &text) != 0
    }
    guard isAppended else { throw SecretServiceError(.badAnswer) }
  }

  private func append(_ kind: Kind, _ contents: String?, _ body: () throws(SecretServiceError) -> Void) throws(SecretServiceError) {
    var inner = DBusMessageIter()
    guard dbus_message_iter_open_container(&places[places.count - 1], kind.code, contents, &inner) != 0 else {
      throw SecretServiceError(.badAnswer)
    }
    places.append(inner)
    try body()
    inner = places.removeLast()
    guard dbus_message_iter_close_container(&places[places.count - 1], &inner) != 0 else { throw SecretServiceError(.badAnswer) }
  }

  // MARK: Reading

  func readText() throws(SecretServiceError) -> String { try readText(.text) }

  func readObject() throws(SecretServiceError) -> String { try readText(.object) }

  func readFlag() throws(SecretServiceError) -> Bool {
    try expect(.boolean)
    var value: dbus_bool_t = 0
    dbus_message_iter_get_basic(&places[places.count - 1], &value)
    dbus_message_iter_next(&places[places.count - 1])
    return value != 0
  }

  func readObjects() throws(SecretServiceError) -> [String] { try readArray { () throws(SecretServiceError) in try readObject() } }

  func readDictionary() throws(SecretServiceError) -> [String: String] {
    let pairs = try readArray { () throws(SecretServiceError) in
      try within(.entry) { () throws(SecretServiceError) in (try readText(), try readText()) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Reads bytes that are no secret.
  func readBytes() throws(SecretServiceError) -> [UInt8] { try lendBytes { Array($0) } }

  /// Lends bytes where they lie in the message.
  func lendBytes<Result>(_ body: (UnsafeRawBufferPointer) throws(SecretServiceError) -> Result) throws(SecretServiceError) -> Result {
    try within(.array) { () throws(SecretServiceError) in
      // An array without elements has nothing to be told by.
      guard !isAtEnd else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
      try expect(.byte)
      var (start, count): (UnsafePointer<UInt8>?, CInt) = (nil, 0)
      dbus_message_iter_get_fixed_array(&places[places.count - 1], &start, &count)
      return try body(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }
  }

  func readArray<Result>(_ body: () throws(SecretServiceError) -> Result) throws(SecretServiceError) -> [Result] {
    try within(.array) { () throws(SecretServiceError) in
      var found: [Result] = []
      while !isAtEnd {
        guard found.count < Self.limit else { throw SecretServiceError(.badAnswer) }
        found.append(try body())
      }
      return found
    }
  }

  /// Reads what stands in a container.
  func within<Result>(_ kind: Kind, _ body: () throws(SecretServiceError) -> Result) throws(SecretServiceError) -> Result {
    try expect(kind)
    var inner = DBusMessageIter()
    dbus_message_iter_recurse(&places[places.count - 1], &inner)
    places.append(inner)
    defer {
      places.removeLast()
      dbus_message_iter_next(&places[places.count - 1])
    }
    return try body()
  }

  private var isAtEnd: Bool { dbus_message_iter_get_arg_type(&places[places.count - 1]) == 0 }

  private func expect(_ kind: Kind) throws(SecretServiceError) {
    guard dbus_message_iter_get_arg_type(&places[places.count - 1]) == kind.code else { throw SecretServiceError(.badAnswer) }
  }

  private func readText(_ kind: Kind) throws(SecretServiceError) -> String {
    try expect(kind)
    var text: UnsafePointer<CChar>?
    dbus_message_iter_get_basic(&places[places.count - 1], &text)
    dbus_message_iter_next(&places[places.count - 1])
    guard let text else { throw SecretServiceError(.badAnswer) }
    return String(cString: text)
  }
}
