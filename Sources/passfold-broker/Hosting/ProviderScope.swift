// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CSDBus
import Glibc

/// A control group for all processes of one provider, which systemd creates if it manages the session (org.freedesktop.systemd1: a
/// transient scope).
///
/// It limits the memory and the tasks of a provider's processes together, which no limit of a single process does.
package struct ProviderScope: Sendable, Hashable {
  private static let manager = "org.freedesktop.systemd1"
  /// A hanging manager must not delay a provider's start for long.
  private static let callLimit: UInt64 = 1_000_000
  private static let pollLimit = 200
  private static let pollPause: UInt32 = 5_000

  /// The unit's name.
  package let unit: String
  private let identifier: String
  /// The memory limit, in bytes.
  private let memory: UInt64
  private let tasks: UInt64

  /// Plans a scope.
  ///
  /// - Parameters:
  ///   - identifier: The provider's identifier; characters that are not allowed in unit names are replaced, and a long one is shortened.
  ///   - mark: A mark that distinguishes the scopes of one provider: digits and hyphens.
  package init(of identifier: String, mark: String, limits: ProviderLimits, processors: Int) {
    let letters = identifier.prefix(100).map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "_") ? $0 : "_" }
    unit = "passfold-provider-\(String(letters))-\(mark).scope"
    self.identifier = identifier
    memory = UInt64(limits.memory) << 20
    tasks = UInt64(limits.processes + processors)
  }

  /// Moves a process into the scope and waits until it is there; its later children start there.
  ///
  /// - Returns: False if the manager does not do it; the process stays where it was.
  func hold(_ process: pid_t) -> Bool {
    var opened: OpaquePointer?
    guard sd_bus_open_user(&opened) >= 0, let bus = opened else { return false }
    defer { sd_bus_flush_close_unref(bus) }
    var made: OpaquePointer?
    guard
      sd_bus_message_new_method_call(
        bus, &made, Self.manager, "/org/freedesktop/systemd1", Self.manager + ".Manager", "StartTransientUnit") >= 0, let call = made
    else { return false }
    defer { sd_bus_message_unref(call) }
    guard write(process, to: call), sd_bus_call(bus, call, Self.callLimit, nil, nil) >= 0 else { return false }
    // The answer names a job; the kernel's file shows when it is done.
    for _ in 0..<Self.pollLimit {
      if Self.groups(of: process).contains(where: { $0.hasSuffix("/" + unit) }) { return true }
      usleep(Self.pollPause)
    }
    return false
  }

  /// StartTransientUnit(s name, s mode, a(sv) properties, a(sa(sv)) auxiliary units).
  private func write(_ process: pid_t, to call: OpaquePointer) -> Bool {
    Self.append(unit, to: call) && Self.append("fail", to: call) && sd_bus_message_open_container(call, Self.array, "(sv)") >= 0
      && property("Description", "s", of: call) { Self.append("Passfold's provider " + identifier, to: call) }
      && property("CollectMode", "s", of: call) { Self.append("inactive-or-failed", to: call) }
      && property("MemoryMax", "t", of: call) { Self.append(memory, to: call) }
      && property("TasksMax", "t", of: call) { Self.append(tasks, to: call) }
      && property("PIDs", "au", of: call) {
        sd_bus_message_open_container(call, Self.array, "u") >= 0 && Self.append(UInt32(process), to: call)
          && sd_bus_message_close_container(call) >= 0
      }
      && sd_bus_message_close_container(call) >= 0 && sd_bus_message_open_container(call, Self.array, "(sa(sv))") >= 0
      && sd_bus_message_close_container(call) >= 0
  }

  private func property(_ name: String, _ type: String, of call: OpaquePointer, _ value: () -> Bool) -> Bool {
    sd_bus_message_open_container(call, CChar(SD_BUS_TYPE_STRUCT), "sv") >= 0 && Self.append(name, to: call)
      && sd_bus_message_open_container(call, CChar(SD_BUS_TYPE_VARIANT), type) >= 0 && value() && sd_bus_message_close_container(call) >= 0
      && sd_bus_message_close_container(call) >= 0
  }

  private static let array = CChar(SD_BUS_TYPE_ARRAY)

  private static func append(_ text: String, to call: OpaquePointer) -> Bool {
    sd_bus_message_append_basic(call, CChar(SD_BUS_TYPE_STRING), text) >= 0
  }

  private static func append(_ number: UInt64, to call: OpaquePointer) -> Bool {
    withUnsafePointer(to: number) { sd_bus_message_append_basic(call, CChar(SD_BUS_TYPE_UINT64), $0) >= 0 }
  }

  private static func append(_ number: UInt32, to call: OpaquePointer) -> Bool {
    withUnsafePointer(to: number) { sd_bus_message_append_basic(call, CChar(SD_BUS_TYPE_UINT32), $0) >= 0 }
  }

  /// Returns the control groups of a process, one of each hierarchy.
  private static func groups(of process: pid_t) -> [Substring] {
    guard let file = fopen("/proc/\(process)/cgroup", "re") else { return [] }
    defer { fclose(file) }
    let text = String(unsafeUninitializedCapacity: 16_384) { fread($0.baseAddress, 1, $0.count, file) }
    return text.split(separator: "\n")
  }
}
