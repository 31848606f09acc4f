// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CSDBus
import Glibc

/// fprintd on the system bus (net.reactivated.Fprint). Every call goes to the connection that owned the name when the reader was found, and
/// messages from other connections are ignored.
final class FingerprintBus: FingerprintService {
  private static let service = "net.reactivated.Fprint"
  private static let manager = "net.reactivated.Fprint.Manager"
  private static let managerPath = "/net/reactivated/Fprint/Manager"
  private static let device = "net.reactivated.Fprint.Device"
  /// fprintd may have to be started, and then searches for readers.
  private static let callLimit: UInt64 = 5_000_000

  private let stop: FingerprintStop
  private let deadline: ContinuousClock.Instant
  private var bus: OpaquePointer?
  private var owner = ""
  private var reader = ""
  private var heard: [FingerprintStatus] = []

  /// - Parameter stop: Ends the wait for a finger, as the deadline does.
  init(stop: FingerprintStop, deadline: ContinuousClock.Instant) {
    self.stop = stop
    self.deadline = deadline
  }

  deinit { sd_bus_flush_close_unref(bus) }

  func open() -> UInt32? {
    guard sd_bus_open_system(&bus) >= 0, let bus else { return nil }
    sd_bus_set_method_call_timeout(bus, Self.callLimit)
    guard let answer = call("GetDefaultDevice", of: Self.manager, at: Self.managerPath, to: Self.service) else { return nil }
    defer { sd_bus_message_unref(answer) }
    var path: UnsafePointer<CChar>?
    guard let sender = sd_bus_message_get_sender(answer), sd_bus_message_read_basic(answer, CChar(SD_BUS_TYPE_OBJECT_PATH), &path) > 0,
      let path
    else { return nil }
    (owner, reader) = (String(cString: sender), String(cString: path))
    return user(of: owner)
  }

  func isEnrolled() -> Bool {
    guard let answer = call("ListEnrolledFingers", "") else { return false }
    defer { sd_bus_message_unref(answer) }
    var name: UnsafePointer<CChar>?
    return sd_bus_message_enter_container(answer, CChar(SD_BUS_TYPE_ARRAY), "s") > 0
      && sd_bus_message_read_basic(answer, CChar(SD_BUS_TYPE_STRING), &name) > 0
  }

  func claim() -> Bool { listen() && isDone(call("Claim", "")) }

  func beginVerifying() -> Bool {
    heard = []
    return isDone(call("VerifyStart", "any"))
  }

  func nextStatus() -> FingerprintStatus? {
    while true {
      if !heard.isEmpty { return heard.removeFirst() }
      let status = sd_bus_process(bus, nil)
      if status < 0 { return nil }
      if status == 0, !wait() { return nil }
    }
  }

  func endVerifying() { _ = isDone(call("VerifyStop")) }

  func release() { _ = isDone(call("Release")) }

  /// Subscribes to `VerifyStatus(s result, b done)` of the connection that was asked.
  private func listen() -> Bool {
    let rule = "type='signal',sender='\(owner)',path='\(reader)',interface='\(Self.device)',member='VerifyStatus'"
    let handler: sd_bus_message_handler_t = { message, context, _ in
      guard let message, let context else { return 0 }
      Unmanaged<FingerprintBus>.fromOpaque(context).takeUnretainedValue().take(message)
      return 0
    }
    return sd_bus_add_match(bus, nil, rule, handler, Unmanaged.passUnretained(self).toOpaque()) >= 0
  }

  private func take(_ message: OpaquePointer) {
    var (result, isLast): (UnsafePointer<CChar>?, CInt) = (nil, 0)
    guard let sender = sd_bus_message_get_sender(message), String(cString: sender) == owner,
      sd_bus_message_read_basic(message, CChar(SD_BUS_TYPE_STRING), &result) > 0, let result,
      sd_bus_message_read_basic(message, CChar(SD_BUS_TYPE_BOOLEAN), &isLast) > 0
    else { return }
    heard.append(FingerprintStatus(String(cString: result), isLast: isLast != 0))
  }

  /// Waits until the bus has something to process; returns false if the wait is over.
  private func wait() -> Bool {
    let left = deadline - .now
    guard left > .zero else { return false }
    var interest = [
      pollfd(fd: sd_bus_get_fd(bus), events: Int16(POLLIN), revents: 0), pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    let result = poll(&interest, 2, Int32(clamping: Int(left / .milliseconds(1)) + 1))
    if result < 0 { return errno == EINTR }
    return result > 0 && interest.last?.revents == 0
  }

  /// Returns the user ID of a connection, as reported by the bus.
  private func user(of connection: String) -> UInt32? {
    var credentials: OpaquePointer?
    guard sd_bus_get_name_creds(bus, connection, UInt64(SD_BUS_CREDS_EUID), &credentials) >= 0 else { return nil }
    defer { sd_bus_creds_unref(credentials) }
    var number: uid_t = 0
    return sd_bus_creds_get_euid(credentials, &number) >= 0 ? number : nil
  }

  private func call(_ method: String, _ text: String? = nil) -> OpaquePointer? {
    call(method, of: Self.device, at: reader, to: owner, text)
  }

  private func call(
    _ method: String, of interface: String, at path: String, to destination: String, _ text: String? = nil
  ) -> OpaquePointer? {
    var made: OpaquePointer?
    guard sd_bus_message_new_method_call(bus, &made, destination, path, interface, method) >= 0, let message = made else { return nil }
    defer { sd_bus_message_unref(message) }
    if let text, sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_STRING), text) < 0 { return nil }
    var answer: OpaquePointer?
    return sd_bus_call(bus, message, 0, nil, &answer) >= 0 ? answer : nil
  }

  private func isDone(_ answer: OpaquePointer?) -> Bool {
    guard let answer else { return false }
    sd_bus_message_unref(answer)
    return true
  }
}
