// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Whether a provider's controller shows something that nobody draws, and what that means for its request.
struct UndrawnInterface {
  /// The first call that put something up.
  var call: String?
  /// Whether the controller was told that it is on screen.
  var hasAppeared = false
}

extension UIViewController {
  /// Takes note that something was put up which nobody draws, by the call's name.
  func showsUndrawn(_ call: String) { provider?.note(undrawn: call) }

  /// Refuses a call that can have no effect, by its name.
  func cannotShow(_ call: String) { provider?.failUndrawn(call) }

  /// The provider's controller that this one is, or is held by.
  private var provider: ASCredentialProviderViewController? {
    self as? ASCredentialProviderViewController ?? parent?.provider
  }
}

extension ASCredentialProviderViewController {
  /// Takes note that the controller was told that it is on screen; from now on, what it shows has to be drawn.
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

  /// Ends the request where a person would wait before an empty screen: something is up, and no view that is drawn has come or is on its way.
  private func failIfUndrawn() {
    guard undrawn.hasAppeared, let call = undrawn.call, extensionContext.request?.usesViews == false else { return }
    guard !children.isEmpty || viewIfLoaded?.subviews.isEmpty == false else { return }
    failUndrawn(call)
  }
}
