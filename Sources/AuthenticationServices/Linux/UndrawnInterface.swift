// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Whether a provider's controller shows something that is never drawn, and the consequences for its request.
struct UndrawnInterface {
  /// The first call that showed something.
  var call: String?
  /// Whether the controller was notified that it is on screen.
  var hasAppeared = false
}

extension UIViewController {
  /// Records that something was shown that is never drawn, with the name of the call.
  func showsUndrawn(_ call: String) { provider?.note(undrawn: call) }

  /// Rejects a call that cannot have any effect, with its name.
  func cannotShow(_ call: String) { provider?.failUndrawn(call) }

  /// The provider's controller: this one, or the one that contains it.
  private var provider: ASCredentialProviderViewController? {
    self as? ASCredentialProviderViewController ?? parent?.provider
  }
}

extension ASCredentialProviderViewController {
  /// Records that the controller was notified that it is on screen. From now on, what it shows has to be drawn.
  package func interfaceAppeared() {
    undrawn.hasAppeared = true
    failIfUndrawn()
  }

  fileprivate func note(undrawn call: String) {
    undrawn.call = undrawn.call ?? call
    failIfUndrawn()
  }

  fileprivate func failUndrawn(_ call: String) {
    guard let request = extensionContext.request, !request.isOver else { return }
    let words = "calls \(call), and nothing draws UIKit's controllers and views here. Present a view of CredentialProviderHost instead."
    try? FileHandle.standardError.write(contentsOf: Data("\(type(of: self)) \(words) Cancelling the request.\n".utf8))
    request.cancel(code: .failed, reason: "notDrawnOnLinux.\(call)")
  }

  /// Ends the request if the user would wait in front of an empty screen: something is shown, but no view that can be drawn is shown or
  /// expected.
  private func failIfUndrawn() {
    guard undrawn.hasAppeared, let call = undrawn.call, extensionContext.request?.usesViews == false else { return }
    guard !children.isEmpty || viewIfLoaded?.subviews.isEmpty == false else { return }
    failUndrawn(call)
  }
}
