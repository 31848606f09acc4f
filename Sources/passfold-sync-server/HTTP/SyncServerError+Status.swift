// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import SyncServer

extension SyncServerError {
  /// The HTTP status of a refusal.
  var status: HTTPResponse.Status {
    switch code {
    case .loginRefused, .sessionEnded: .unauthorized
    case .notAllowed, .notInvited: .forbidden
    case .notFound: .notFound
    case .tooSlow: .requestTimeout
    case .staleLog, .staleEpoch, .staleParent, .staleCheckpoint, .accountExists, .taken: .conflict
    case .gone, .accountClosed: .gone
    case .tooLarge: .contentTooLarge
    case .mismatch, .logInvalid, .outOfOrder: .unprocessableContent
    case .rateLimited: .tooManyRequests
    case .unavailable: .serviceUnavailable
    case .quotaExceeded: .init(code: 507, reasonPhrase: "Insufficient Storage")
    default: .badRequest
    }
  }

  /// Whether the rest of a body may still arrive, which the server does not read.
  var endsConnection: Bool { code == .tooLarge || code == .tooSlow }
}
