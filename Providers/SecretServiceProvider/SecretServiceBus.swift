// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CDBus

/// The connection to the bus that this process was given: the filter's socket, behind which one name is.
///
/// By libdbus: the filter of Debian 12 (xdg-dbus-proxy before 0.1.6) does not understand how sd-bus says who it is.
final class SecretServiceBus {
  static let name = "org.freedesktop.secrets"
  /// What is called without a wait for a person takes no longer than this.
  static let usualLimit = Duration.seconds(4)
  /// KeePassXC asks before it hands a secret out, and answers when the person has.
  static let askingLimit = Duration.seconds(100)
  /// The most signals that are kept until somebody looks.
  private static let signalLimit = 64

  private let bus: OpaquePointer

  /// Connects.
  ///
  /// - Parameter socket: The filter's socket.
  /// - Throws: `noBus`.
  init(socket: String) throws(SecretServiceError) {
    let escaped = dbus_address_escape_value(socket)
    defer { dbus_free(escaped) }
    guard let value = escaped.map({ String(cString: $0) }), let bus = dbus_connection_open_private("unix:path=" + value, nil) else {
      throw SecretServiceError(.noBus)
    }
    dbus_connection_set_exit_on_disconnect(bus, 0)
    self.bus = bus
    guard dbus_bus_register(bus, nil) != 0 else { throw SecretServiceError(.noBus) }
  }

  deinit {
    dbus_connection_close(bus)
    dbus_connection_unref(bus)
  }

  /// The descriptor on which the bus is heard.
  var descriptor: CInt {
    get throws(SecretServiceError) {
      var descriptor: CInt = -1
      guard dbus_connection_get_unix_fd(bus, &descriptor) != 0 else { throw SecretServiceError(.noBus) }
      return descriptor
    }
  }

  /// Hears one signal of the service's from now on; of all its objects.
  func hear(_ signal: String, of interface: String) throws(SecretServiceError) {
    let rule = "type='signal',sender='\(Self.name)',interface='\(interface)',member='\(signal)'"
    // Without a wait for its answer: the bus takes it before what is said after it.
    dbus_bus_add_match(bus, rule, nil)
    guard dbus_connection_get_is_connected(bus) != 0 else { throw SecretServiceError(.noBus) }
  }

  /// Calls a method of the service.
  ///
  /// - Parameters:
  ///   - starts: Whether the session may start a service for it.
  ///   - limit: How long it may take.
  ///   - write: Writes the arguments.
  /// - Throws: `notRunning`, `locked`, `noLogin`, `noEncryption`, `noBus`, `tooSlow` or `badAnswer`, by the error's name.
  func call(
    _ method: String, of interface: String, at object: String, starts: Bool = false, limit: Duration = usualLimit,
    _ write: (BusMessage) throws(SecretServiceError) -> Void = { _ in }
  ) throws(SecretServiceError) -> BusMessage {
    let message = try BusMessage.call(method, of: interface, at: object, to: Self.name)
    dbus_message_set_auto_start(message.pointer, starts ? 1 : 0)
    try write(message)
    var error = DBusError()
    dbus_error_init(&error)
    defer { dbus_error_free(&error) }
    let time = CInt(clamping: limit.components.seconds * 1000)
    guard let answer = dbus_connection_send_with_reply_and_block(bus, message.pointer, time, &error) else {
      throw Self.error(error.name.map { String(cString: $0) })
    }
    return BusMessage.received(answer)
  }

  /// The signals that have come since it was asked last.
  ///
  /// - Throws: `noBus` when the connection has ended.
  func takeSignals() throws(SecretServiceError) -> [BusMessage] {
    var signals: [BusMessage] = []
    // Reads what is there without a wait, as far as libdbus has not done so while it waited for an answer.
    let isConnected = dbus_connection_read_write(bus, 0) != 0
    while let next = dbus_connection_pop_message(bus) {
      let message = BusMessage.received(next)
      if message.signal != nil, signals.count < Self.signalLimit { signals.append(message) }
    }
    guard isConnected || !signals.isEmpty else { throw SecretServiceError(.noBus) }
    return signals
  }

  private static func error(_ name: String?) -> SecretServiceError {
    switch name {
    case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner": SecretServiceError(.notRunning)
    case "org.freedesktop.Secret.Error.IsLocked": SecretServiceError(.locked)
    case "org.freedesktop.Secret.Error.NoSuchObject", "org.freedesktop.DBus.Error.UnknownObject",
      "org.freedesktop.DBus.Error.UnknownMethod":
      SecretServiceError(.noLogin)
    case "org.freedesktop.DBus.Error.NotSupported": SecretServiceError(.noEncryption)
    case "org.freedesktop.DBus.Error.Disconnected", "org.freedesktop.DBus.Error.NoServer": SecretServiceError(.noBus)
    case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout", "org.freedesktop.DBus.Error.TimedOut":
      SecretServiceError(.tooSlow)
    default: SecretServiceError(.badAnswer)
    }
  }
}
