// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The part of UIKit's view controller that a credential provider's life cycle needs where there is no UIKit.
///
/// There is no view: what a provider shows is a value (see `CredentialProviderHost`), and a surface outside its process draws it.
@MainActor
@preconcurrency
open class UIViewController: NSObject {
  private var viewWasLoaded = false

  /// Makes a controller. `nibName` and `bundle` are there for Apple's spelling; there are no nibs.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init()
  }

  /// Makes a controller, as `init(nibName:bundle:)` does without names.
  public override convenience init() {
    self.init(nibName: nil, bundle: nil)
  }

  /// Makes a controller; nothing is read from the archive.
  public required init?(coder: NSCoder) {
    super.init()
  }

  /// Whether ``viewDidLoad()`` was called.
  open var isViewLoaded: Bool { viewWasLoaded }

  /// Calls ``viewDidLoad()`` unless that has happened.
  open func loadViewIfNeeded() {
    guard !viewWasLoaded else { return }
    viewWasLoaded = true
    loadView()
    viewDidLoad()
  }

  /// Called once, before ``viewDidLoad()``; there is no view to make.
  open func loadView() {}

  /// Called once, before the first method that prepares an interface.
  open func viewDidLoad() {}

  /// Called after a method has prepared the interface, before the interface may be drawn.
  open func viewWillAppear(_ animated: Bool) {}

  /// Called between ``viewWillAppear(_:)`` and ``viewDidAppear(_:)``.
  open func viewIsAppearing(_ animated: Bool) {}

  /// Called before ``viewDidLayoutSubviews()``; surfaces lay out what they draw themselves.
  open func viewWillLayoutSubviews() {}

  /// Called once, before the interface may be drawn.
  open func viewDidLayoutSubviews() {}

  /// Called when the interface may be drawn.
  open func viewDidAppear(_ animated: Bool) {}

  /// Called when the request is over and the interface is about to go.
  open func viewWillDisappear(_ animated: Bool) {}

  /// Called when the interface is gone.
  open func viewDidDisappear(_ animated: Bool) {}

  /// Never called: a provider here has no memory limit of its own to be warned of.
  open func didReceiveMemoryWarning() {}
}
