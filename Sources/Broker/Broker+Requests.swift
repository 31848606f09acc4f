// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials
import Logging
import SecretMemory

/// The beginning of a request: it passes the gate. The other stages of its life are in `Broker+Choosing` and `Broker+Asking`.
extension Broker {
  /// Starts a request and has it validated. Validation that takes time runs outside the broker, with a time limit.
  func begin(_ request: ClientRequest, secret: SharedSecret?, key: RequestKey) {
    guard let client = clients[key.client] else { return }
    let aim = RequestAim(request)
    let page = request.context.map(PagePlace.init)
    let call: CallNumber
    do throws(ClientFailure) {
      call = try requests.open(
        OpenRequest(key: key, aim: aim, page: page), limit: environment.limits.openRequestsPerClient)
    } catch {
      return tell(error, of: aim, to: key)
    }
    wakeProviders()
    let now = environment.now()
    let gate = Gate(role: client.role, caller: client.caller, environment: environment)
    do throws(ClientFailure) {
      let judgement = try gate.judge(
        request, secret: secret,
        spending: { (token, page) throws(ClientFailure) in try suggestions.spend(token, client: key.client, page: page, now: now) },
        mayCreateUnasked: { suggestions.recentFills.hasFill(at: place(key.client, page), for: $0, at: now) })
      switch judgement {
      case .judged(let judged): proceed(call, with: judged)
      case .waits(let judge):
        guard requests.mayWait(call) else { throw ClientFailure(.busy) }
        startClock(of: call)
        Task { [weak self] in
          let judged = await judge()
          await self?.proceed(call, with: judged)
        }
      }
    } catch {
      end(call, .failed(error))
    }
  }

  /// Ends a request whose validation takes too long.
  private func startClock(of call: CallNumber) {
    Task { [weak self, environment] in
      try await environment.wait(environment.limits.judging)
      await self?.judgementTimeRanOut(call)
    }
  }

  private func judgementTimeRanOut(_ call: CallNumber) {
    guard let request = requests[call], case .judging = request.state else { return }
    end(call, .failed(ClientFailure(.notAllowedHere, detail: "timedOut")))
  }

  private func proceed(_ call: CallNumber, with judged: Result<JudgedRequest, ClientFailure>) {
    // It may have been cancelled in the meantime, or have timed out.
    guard requests[call] != nil else { return }
    switch judged {
    case .success(let request): proceed(call, with: request)
    case .failure(let failure): end(call, .failed(failure))
    }
  }
}
