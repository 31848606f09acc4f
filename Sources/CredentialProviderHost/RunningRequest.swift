// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import AuthenticationServices

/// A request with the view controller that answers it, for as long as it goes on.
@MainActor
final class RunningRequest {
  let request: ProviderRequest
  private let controller: ASCredentialProviderViewController

  init(request: ProviderRequest, controller: ASCredentialProviderViewController) {
    self.request = request
    self.controller = controller
    controller.begin(ASCredentialProviderExtensionContext(request: request))
  }

  /// Has the controller load its view, as Apple's systems do before calls without an interface too, and prepare; if it may show something,
  /// tells it that it is on screen.
  func start(_ task: ProviderTask) {
    controller.loadViewIfNeeded()
    task.perform(on: controller)
    guard request.showsInterface, !request.isOver else { return }
    controller.viewWillAppear(false)
    controller.viewIsAppearing(false)
    controller.viewWillLayoutSubviews()
    controller.viewDidLayoutSubviews()
    controller.viewDidAppear(false)
    controller.interfaceAppeared()
  }

  /// Tells the controller that it has gone from the screen.
  func end() {
    guard request.showsInterface, controller.isViewLoaded else { return }
    controller.viewWillDisappear(false)
    controller.viewDidDisappear(false)
  }
}
