// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CSDBus
import Glibc

/// A connection to the system bus on which one user's sessions are watched (org.freedesktop.login1, org.freedesktop.UPower).
final class LoginBus {
  private static let login = "org.freedesktop.login1"
  private static let manager = "org.freedesktop.login1.Manager"
  private static let managerPath = "/org/freedesktop/login1"
  private static let session = "org.freedesktop.login1.Session"
  private static let properties = "org.freedesktop.DBus.Properties"
  private static let power = "org.freedesktop.UPower"
  /// A hanging service must not delay the signals of others.
  private static let callLimit: UInt64 = 2_000_000

  private let bus: OpaquePointer
  private let uid: UInt32
  private let hear: (SessionWatch.Reason) -> Void
  /// The descriptor that delays sleep until it is closed; -1 if there is none.
  private var inhibitor: Int32 = -1

  /// Connects and subscribes; returns nil if there is no system bus.
  init?(uid: UInt32, hear: @escaping (SessionWatch.Reason) -> Void) {
    var opened: OpaquePointer?
    guard sd_bus_open_system(&opened) >= 0, let bus = opened else { return nil }
    self.bus = bus
    self.uid = uid
    self.hear = hear
    sd_bus_set_method_call_timeout(bus, Self.callLimit)
    let heard = [
      "type='signal',sender='\(Self.login)',path='\(Self.managerPath)',interface='\(Self.manager)',member='PrepareForSleep'",
      "type='signal',sender='\(Self.login)',interface='\(Self.session)',member='Lock'",
      "type='signal',sender='\(Self.login)',interface='\(Self.properties)',member='PropertiesChanged',arg0='\(Self.session)'",
      "type='signal',sender='\(Self.power)',interface='\(Self.properties)',member='PropertiesChanged',arg0='\(Self.power)'",
      // A restarted logind does not know the inhibitor that its previous process issued.
      "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Self.login)'",
    ]
    for rule in heard {
      let status = sd_bus_add_match(
        bus, nil, rule,
        { message, context, _ in
          guard let message, let context else { return 0 }
          Unmanaged<LoginBus>.fromOpaque(context).takeUnretainedValue().take(message)
          return 0
        }, Unmanaged.passUnretained(self).toOpaque())
      guard status >= 0 else { return nil }
    }
    inhibit()
  }

  deinit {
    release()
    sd_bus_flush_close_unref(bus)
  }

  /// Processes messages until the bus is gone.
  func listen() {
    while true {
      let status = sd_bus_process(bus, nil)
      if status < 0 { return }
      if status == 0, sd_bus_wait(bus, UInt64.max) < 0 { return }
    }
  }

  private func take(_ message: OpaquePointer) {
    guard let member = sd_bus_message_get_member(message).map({ String(cString: $0) }) else { return }
    switch member {
    case "PrepareForSleep":
      var begins: CInt = 0
      guard sd_bus_message_read_basic(message, CChar(SD_BUS_TYPE_BOOLEAN), &begins) >= 0 else { return }
      if begins != 0 {
        hear(.sleep)
        release()
      } else {
        inhibit()
      }
    case "Lock":
      if isOwn(sd_bus_message_get_path(message)) { hear(.lock) }
    case "PropertiesChanged": takeProperties(message)
    case "NameOwnerChanged":
      release()
      inhibit()
    default: break
    }
  }

  /// PropertiesChanged(s interface, a{sv} changed, as invalidated).
  private func takeProperties(_ message: OpaquePointer) {
    var name: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(message, CChar(SD_BUS_TYPE_STRING), &name) >= 0, let name else { return }
    let interface = String(cString: name)
    guard sd_bus_message_enter_container(message, CChar(SD_BUS_TYPE_ARRAY), "{sv}") > 0 else { return }
    while sd_bus_message_enter_container(message, CChar(SD_BUS_TYPE_DICT_ENTRY), "sv") > 0 {
      var key: UnsafePointer<CChar>?
      guard sd_bus_message_read_basic(message, CChar(SD_BUS_TYPE_STRING), &key) >= 0, let key else { return }
      switch (interface, String(cString: key)) {
      case (Self.session, "Active"):
        if Self.flag(message) == false, isOwn(sd_bus_message_get_path(message)) { hear(.otherUser) }
      case (Self.session, "LockedHint"):
        if Self.flag(message) == true, isOwn(sd_bus_message_get_path(message)) { hear(.lock) }
      case (Self.power, "LidIsClosed"):
        if Self.flag(message) == true { hear(.lid) }
      default:
        guard sd_bus_message_skip(message, "v") >= 0 else { return }
      }
      guard sd_bus_message_exit_container(message) >= 0 else { return }
    }
  }

  /// Returns the boolean in the next variant; nil if it holds something else.
  private static func flag(_ message: OpaquePointer) -> Bool? {
    var value: CInt = 0
    guard sd_bus_message_enter_container(message, CChar(SD_BUS_TYPE_VARIANT), "b") > 0,
      sd_bus_message_read_basic(message, CChar(SD_BUS_TYPE_BOOLEAN), &value) > 0, sd_bus_message_exit_container(message) >= 0
    else { return nil }
    return value != 0
  }

  /// Returns whether a session is one of this user's; if logind does not say whose it is, the worst is assumed.
  private func isOwn(_ path: UnsafePointer<CChar>?) -> Bool {
    var answer: OpaquePointer?
    guard let path, sd_bus_get_property(bus, Self.login, path, Self.session, "User", nil, &answer, "(uo)") >= 0, let answer else {
      return true
    }
    defer { sd_bus_message_unref(answer) }
    var owner: UInt32 = 0
    guard sd_bus_message_enter_container(answer, CChar(SD_BUS_TYPE_STRUCT), "uo") > 0,
      sd_bus_message_read_basic(answer, CChar(SD_BUS_TYPE_UINT32), &owner) > 0
    else { return true }
    return owner == uid
  }

  /// Asks logind to wait before it lets the computer sleep; it waits at most InhibitDelayMaxSec, 5 seconds by default.
  private func inhibit() {
    guard inhibitor < 0 else { return }
    var made: OpaquePointer?
    guard sd_bus_message_new_method_call(bus, &made, Self.login, Self.managerPath, Self.manager, "Inhibit") >= 0, let call = made else {
      return
    }
    defer { sd_bus_message_unref(call) }
    // Inhibit(s what, s who, s why, s mode) → h
    for text in ["sleep", "Passfold", "Your vault closes before the computer sleeps", "delay"] {
      guard sd_bus_message_append_basic(call, CChar(SD_BUS_TYPE_STRING), text) >= 0 else { return }
    }
    var answer: OpaquePointer?
    guard sd_bus_call(bus, call, 0, nil, &answer) >= 0, let answer else { return }
    defer { sd_bus_message_unref(answer) }
    var descriptor: Int32 = -1
    guard sd_bus_message_read_basic(answer, CChar(SD_BUS_TYPE_UNIX_FD), &descriptor) >= 0 else { return }
    // The message's own descriptor is closed with it.
    inhibitor = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
  }

  private func release() {
    if inhibitor >= 0 { close(inhibitor) }
    inhibitor = -1
  }
}
