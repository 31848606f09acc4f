// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPassfoldSystem
import Glibc
import LocalEndpoint

/// The short remark that nothing synchronises the clock: cheap to check, shown at most once a day.
enum ClockRemark {
  private static let interval = 86_400

  static func writeIfDue() {
    var isSynchronized = true
    var error: Int64 = 0
    guard isatty(2) == 1, passfold_kernel_clock(&isSynchronized, &error) == 0, !isSynchronized, !isInContainer else { return }
    let marker = RuntimeFolder().path + "/clock-remark"
    var status = stat()
    if lstat(marker, &status) == 0, Int(SystemClock.now) - status.st_mtim.tv_sec < interval { return }
    let descriptor = open(marker, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    _ = write(descriptor, "\n", 1)
    close(descriptor)
    StandardError.write(Presenter.clockNote)
  }

  /// A container uses its host's clock, which may be synchronised by something that the container cannot see.
  private static var isInContainer: Bool {
    environmentVariable("container") != nil || access("/run/.containerenv", F_OK) == 0 || access("/.dockerenv", F_OK) == 0
      || access("/run/systemd/container", F_OK) == 0
  }
}
