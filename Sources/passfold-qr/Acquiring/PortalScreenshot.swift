// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import CSDBus
internal import Glibc

/// A request to `org.freedesktop.portal.Screenshot` on the session bus.
///
/// The portal is a service of the desktop. It shows its own dialogue and saves the picture in a file. See the documentation of XDG Desktop
/// Portal, interfaces Screenshot and Request.
struct PortalScreenshot {
  private static let service = "org.freedesktop.portal.Desktop"
  private static let object = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Screenshot"
  private static let requestInterface = "org.freedesktop.portal.Request"
  private static let token = "passfold"

  private let limits: Limits

  init(limits: Limits) {
    self.limits = limits
  }

  /// Sends the request and waits for the user.
  ///
  /// - Throws: `noScreen` if no portal answers, `screenCancelled`, `screenRefused` or `screenTimedOut`.
  func take() throws(QRFailure) -> PortalPicture {
    var opened: OpaquePointer?
    guard sd_bus_open_user(&opened) >= 0, let bus = opened else { throw QRFailure(.noScreen) }
    defer { sd_bus_flush_close_unref(bus) }
    try checkPresence(on: bus)
    let asked = time(nil)
    let answer = PortalAnswer()
    let handle = try requestHandle(on: bus)
    // 1. Listen before asking, because the signal may arrive before the reply to the call.
    let match = try answer.listen(on: bus, service: Self.service, path: handle, interface: Self.requestInterface)
    defer { sd_bus_slot_unref(match) }
    // 2. Ask.
    let given = try ask(bus)
    // 3. Portals before 0.9 choose the request's path themselves.
    var other: OpaquePointer?
    if given != handle { other = try answer.listen(on: bus, service: Self.service, path: given, interface: Self.requestInterface) }
    defer { sd_bus_slot_unref(other) }
    // 4. Wait for the user.
    let response: PortalAnswer.Response
    do {
      response = try answer.wait(on: bus, time: limits.personTime)
    } catch {
      closeRequest(given, on: bus)
      throw error
    }
    switch response.number {
    case 0: break
    case 1: throw QRFailure(.screenCancelled)
    default: throw QRFailure(.screenRefused)
    }
    guard let picture = response.uri.flatMap({ PortalPicture(uri: $0, asked: asked) }) else { throw QRFailure(.screenRefused) }
    return picture
  }

  /// Reads the interface's version, which also starts the portal if it is installed but not running.
  private func checkPresence(on bus: OpaquePointer) throws(QRFailure) {
    let microseconds = UInt64(limits.portalTime / .microseconds(1))
    sd_bus_set_method_call_timeout(bus, microseconds)
    var version: UInt32 = 0
    let result = sd_bus_get_property_trivial(
      bus, Self.service, Self.object, Self.interface, "version", nil, CChar(SD_BUS_TYPE_UINT32), &version)
    guard result >= 0 else { throw QRFailure(.noScreen) }
  }

  /// Returns the path at which the portal will answer, formed from this process's bus name and a fixed token.
  private func requestHandle(on bus: OpaquePointer) throws(QRFailure) -> String {
    var name: UnsafePointer<CChar>?
    guard sd_bus_get_unique_name(bus, &name) >= 0, let name else { throw QRFailure(.noScreen) }
    let sender = String(cString: name).drop { $0 == ":" }.map { $0 == "." ? "_" : String($0) }.joined()
    return "\(Self.object)/request/\(sender)/\(Self.token)"
  }

  private func ask(_ bus: OpaquePointer) throws(QRFailure) -> String {
    var made: OpaquePointer?
    guard sd_bus_message_new_method_call(bus, &made, Self.service, Self.object, Self.interface, "Screenshot") >= 0, let call = made else {
      throw QRFailure(.libraryFailed)
    }
    defer { sd_bus_message_unref(call) }
    var yes: CInt = 1
    // Screenshot(parent_window: s, options: a{sv}); the parent is empty, because there is no window.
    let results = [
      sd_bus_message_append_basic(call, CChar(SD_BUS_TYPE_STRING), ""),
      sd_bus_message_open_container(call, CChar(SD_BUS_TYPE_ARRAY), "{sv}"),
      appendOption(to: call, "handle_token", "s") { sd_bus_message_append_basic(call, CChar(SD_BUS_TYPE_STRING), Self.token) },
      appendOption(to: call, "interactive", "b") { sd_bus_message_append_basic(call, CChar(SD_BUS_TYPE_BOOLEAN), &yes) },
      sd_bus_message_close_container(call),
    ]
    guard results.allSatisfy({ $0 >= 0 }) else { throw QRFailure(.libraryFailed) }
    var reply: OpaquePointer?
    guard sd_bus_call(bus, call, 0, nil, &reply) >= 0 else { throw QRFailure(.screenRefused) }
    defer { sd_bus_message_unref(reply) }
    var path: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(reply, CChar(SD_BUS_TYPE_OBJECT_PATH), &path) >= 0, let path else { throw QRFailure(.screenRefused) }
    return String(cString: path)
  }

  /// Appends an entry of a{sv}. Returns the first negative result of the calls, or the last result.
  private func appendOption(to call: OpaquePointer, _ name: String, _ type: String, value: () -> CInt) -> CInt {
    let steps: [() -> CInt] = [
      { sd_bus_message_open_container(call, CChar(SD_BUS_TYPE_DICT_ENTRY), "sv") },
      { sd_bus_message_append_basic(call, CChar(SD_BUS_TYPE_STRING), name) },
      { sd_bus_message_open_container(call, CChar(SD_BUS_TYPE_VARIANT), type) },
      { sd_bus_message_close_container(call) },
      { sd_bus_message_close_container(call) },
    ]
    for (index, step) in steps.enumerated() {
      let result = step()
      if result < 0 { return result }
      if index == 2 {
        let written = value()
        if written < 0 { return written }
      }
    }
    return 0
  }

  /// Closes the dialogue, without waiting for the reply.
  private func closeRequest(_ path: String, on bus: OpaquePointer) {
    var made: OpaquePointer?
    guard sd_bus_message_new_method_call(bus, &made, Self.service, path, Self.requestInterface, "Close") >= 0, let call = made else {
      return
    }
    sd_bus_send(bus, call, nil)
    sd_bus_message_unref(call)
  }
}
