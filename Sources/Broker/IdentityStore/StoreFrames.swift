// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// The pages of one store operation that came ahead of its last frame.
struct PendingStorePages: Sendable {
  var pages: [IdentityPage] = []
  var byteCount = 0
}

/// Store operations as they come in frames, and their answers.
extension Broker {
  /// Takes a frame of a provider's store operation; the last one carries the operation out on all its pages, or on none.
  func storeFrame(_ frame: IdentityStoreFrame, request: Int, of identifier: String) {
    if case .page(let page) = frame {
      var pending = pendingStoreFrames[identifier]?[request] ?? PendingStorePages()
      pending.pages.append(page)
      pending.byteCount += page.bytes.count
      let isNew = pending.pages.count == 1
      let operations = (pendingStoreFrames[identifier]?.count ?? 0) + (isNew ? 1 : 0)
      guard pending.byteCount <= environment.limits.storeBytes, operations <= environment.limits.openRequestsPerClient else {
        return punish(identifier)
      }
      pendingStoreFrames[identifier, default: [:]][request] = pending
      return
    }
    let pages = pendingStoreFrames[identifier]?.removeValue(forKey: request)?.pages ?? []
    // Many pages leave much behind in passing.
    defer { if !pages.isEmpty { environment.giveMemoryBack() } }
    for reply in perform(frame, after: pages, of: identifier) {
      providers[identifier]?.link?.send(.storeReply(request: request, frame: reply), secret: nil)
    }
  }

  private func perform(_ frame: IdentityStoreFrame, after pages: [IdentityPage], of identifier: String) -> [IdentityStoreReplyFrame] {
    do throws(IdentityPageError) {
      switch frame {
      case .page: return []
      case .state: return [.state(isEnabled: true, supportsIncrementalUpdates: true)]
      case .save(let last):
        let records = try records(of: pages + [last])
        let added = records.reduce(0) { $0 + $1.count }
        guard added + (providers[identifier]?.store.byteCount ?? 0) <= environment.limits.storeBytes else { return [Self.storeFailed] }
        providers[identifier]?.store.save(records)
      case .remove(let last):
        providers[identifier]?.store.remove(try records(of: pages + [last]))
      case .replace(let last):
        providers[identifier]?.store = IdentityStore(try records(of: pages + [last]))
      case .removeAll:
        providers[identifier]?.store = IdentityStore()
      case .list(let service, let kinds):
        let pages = try IdentityPage.pages(of: providers[identifier]?.store.identities(of: service, kinds: kinds) ?? [])
        return pages.dropLast().map { .page($0) } + pages.suffix(1).map { .identities($0) }
      }
      return [.done]
    } catch {
      return [Self.storeFailed]
    }
  }

  /// Every record of every page: one that is malformed fails the operation before anything is changed.
  private func records(of pages: [IdentityPage]) throws(IdentityPageError) -> [ArraySlice<UInt8>] {
    var records: [ArraySlice<UInt8>] = []
    for page in pages { records += try page.records() }
    return records
  }

  /// Raw value of Apple's `ASCredentialIdentityStoreError.Code.internalError`.
  private static let storeFailed = IdentityStoreReplyFrame.failed(code: 0)
}
