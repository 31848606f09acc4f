// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import AuthenticationServices

/// A running request and the view controller that answers it.
@MainActor
final class RunningRequest {
  let request: ProviderRequest
  private let controller: ASCredentialProviderViewController

  init(request: ProviderRequest, controller: ASCredentialProviderViewController) {
    self.request = request
    self.controller = controller
    controller.begin(ASCredentialProviderExtensionContext(request: request))
  }

  /// Makes the controller load its view, as Apple's systems do also before calls without an interface, and prepare. If it may show
  /// something, notifies it that it is on screen.
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

  /// Notifies the controller that it is no longer on screen.
  func end() {
    guard request.showsInterface, controller.isViewLoaded else { return }
    controller.viewWillDisappear(false)
    controller.viewDidDisappear(false)
  }
}
