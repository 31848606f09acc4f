// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import CSDBus

/// Waits for the single Response signal of a portal's request.
final class PortalAnswer {
  /// The content of the signal.
  struct Response {
    /// 0: success; 1: cancelled by the user; 2: ended for another reason.
    var number: UInt32
    /// The location of the picture.
    var uri: String?
  }

  private var response: Response?

  /// Listens for the signal of the request at `path`. This object must outlive the returned slot.
  func listen(on bus: OpaquePointer, service: String, path: String, interface: String) throws(QRFailure) -> OpaquePointer {
    var slot: OpaquePointer?
    let itself = Unmanaged.passUnretained(self).toOpaque()
    let handler: sd_bus_message_handler_t = { message, itself, _ in
      guard let message, let itself else { return 0 }
      Unmanaged<PortalAnswer>.fromOpaque(itself).takeUnretainedValue().receive(message)
      return 0
    }
    guard sd_bus_match_signal(bus, &slot, service, path, interface, "Response", handler, itself) >= 0, let slot else {
      throw QRFailure(.screenRefused)
    }
    return slot
  }

  /// Processes bus messages until the signal has arrived.
  func wait(on bus: OpaquePointer, time: Duration) throws(QRFailure) -> Response {
    let deadline = ContinuousClock.now + time
    while true {
      if let response { return response }
      let worked = sd_bus_process(bus, nil)
      guard worked >= 0 else { throw QRFailure(.screenRefused) }
      if worked > 0 { continue }
      let left = deadline.millisecondsLeft
      guard left > 0 else { throw QRFailure(.screenTimedOut) }
      // Woken by a system signal or a message; the loop checks again in either case.
      _ = sd_bus_wait(bus, UInt64(left) * 1000)
    }
  }

  /// Reads (ua{sv}). A message of another form counts as ended for another reason.
  private func receive(_ message: OpaquePointer) {
    var number: UInt32 = 2
    guard sd_bus_message_read_basic(message, CChar(SD_BUS_TYPE_UINT32), &number) >= 0,
      sd_bus_message_enter_container(message, CChar(SD_BUS_TYPE_ARRAY), "{sv}") >= 0
    else {
      response = Response(number: 2, uri: nil)
      return
    }
    var uri: String?
    while sd_bus_message_enter_container(message, CChar(SD_BUS_TYPE_DICT_ENTRY), "sv") > 0 {
      var key: UnsafePointer<CChar>?
      guard sd_bus_message_read_basic(message, CChar(SD_BUS_TYPE_STRING), &key) >= 0, let key else { break }
      if String(cString: key) == "uri", sd_bus_message_enter_container(message, CChar(SD_BUS_TYPE_VARIANT), "s") > 0 {
        var text: UnsafePointer<CChar>?
        if sd_bus_message_read_basic(message, CChar(SD_BUS_TYPE_STRING), &text) >= 0, let text { uri = String(cString: text) }
        guard sd_bus_message_exit_container(message) >= 0 else { break }
      } else if sd_bus_message_skip(message, "v") < 0 {
        break
      }
      guard sd_bus_message_exit_container(message) >= 0 else { break }
    }
    response = Response(number: number, uri: uri)
  }
}
