// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

/// What is said to the system's service for fingerprints, and what its answers mean.
package enum FingerprintDialogue {
  /// How often looking is begun again for a finger that could not be read.
  private static let beginnings = 20

  /// Asks the service. A yes counts from the system's own alone: the service that says it runs as root.
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

  /// What the service says of the next finger; nil when it asks to begin again.
  private static func hear(_ service: some FingerprintService) -> FingerAnswer? {
    while true {
      guard let status = service.nextStatus() else { return .unavailable }
      switch status.result {
      case "verify-match": return .matched
      case "verify-no-match": return .notMatched
      // The finger lay badly: no try is lost, and the reader looks on or has to be told to.
      case "verify-retry-scan", "verify-swipe-too-short", "verify-finger-not-centered", "verify-remove-and-retry":
        if status.isLast { return nil }
      // `verify-disconnected`, `verify-unknown-error`, and what a later version says.
      default: return .unavailable
      }
    }
  }
}
