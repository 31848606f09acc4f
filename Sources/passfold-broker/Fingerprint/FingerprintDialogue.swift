// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

/// The conversation with the system's fingerprint service, and the meaning of its answers.
package enum FingerprintDialogue {
  /// The maximum number of times that verification is restarted for a fingerprint that could not be read.
  private static let beginnings = 20

  /// Asks the service. A match only counts from the system's own service, which runs as root.
  package static func answer(to request: FingerRequest, from service: some FingerprintService) -> FingerAnswer {
    guard service.open() == 0 else { return .unavailable }
    switch request {
    case .isEnrolled: return service.isEnrolled() ? .enrolled : .unavailable
    case .verify: return verify(with: service)
    case .stop: return .unavailable
    }
  }

  private static func verify(with service: some FingerprintService) -> FingerAnswer {
    guard service.claim() else { return .unavailable }
    defer { service.release() }
    for _ in 0..<beginnings {
      guard service.beginVerifying() else { return .unavailable }
      defer { service.endVerifying() }
      if let answer = hear(service) { return answer }
    }
    return .unavailable
  }

  /// Returns the service's answer about the next finger; nil if it asks to start again.
  private static func hear(_ service: some FingerprintService) -> FingerAnswer? {
    while true {
      guard let status = service.nextStatus() else { return .unavailable }
      switch status.result {
      case "verify-match": return .matched
      case "verify-no-match": return .notMatched
      // The finger was placed badly: the try does not count, and the reader either continues or has to be restarted.
      case "verify-retry-scan", "verify-swipe-too-short", "verify-finger-not-centered", "verify-remove-and-retry":
        if status.isLast { return nil }
      // `verify-disconnected`, `verify-unknown-error`, and the results of later versions.
      default: return .unavailable
      }
    }
  }
}
