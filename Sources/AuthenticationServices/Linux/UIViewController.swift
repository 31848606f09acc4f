// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The part of UIKit's view controller that a credential provider's life cycle needs where there is no UIKit.
///
/// There is no view: what a provider shows is a value (see `CredentialProviderHost`), and a surface outside its process draws it.
@MainActor
open class UIViewController: NSObject {
  private var viewWasLoaded = false

  /// Makes a controller as the system does. `nibName` and `bundle` are there for Apple's spelling; there are no nibs.
  ///
  /// The system makes a provider's principal class by its name, which Swift allows for required initialisers only: an override says
  /// `required override`, which Apple's compilers accept as well.
  public required init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init()
  }

  /// Returns nil: no controller is stored in an archive here.
  public required init?(coder: NSCoder) {
    return nil
  }

  /// Whether ``viewDidLoad()`` was called.
  open var isViewLoaded: Bool { viewWasLoaded }

  /// Calls ``viewDidLoad()`` unless that has happened.
  open func loadViewIfNeeded() {
    guard !viewWasLoaded else { return }
    viewWasLoaded = true
    viewDidLoad()
  }

  /// Called once, before the first method that prepares an interface.
  open func viewDidLoad() {}

  /// Called after a method has prepared the interface, before the interface may be drawn.
  open func viewWillAppear(_ animated: Bool) {}

  /// Called when the interface may be drawn.
  open func viewDidAppear(_ animated: Bool) {}

  /// Called when the request is over and the interface is about to go.
  open func viewWillDisappear(_ animated: Bool) {}

  /// Called when the interface is gone.
  open func viewDidDisappear(_ animated: Bool) {}
}
