// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The part of UIKit's view controller that a credential provider's controller needs to compile and to live where there is no UIKit.
///
/// Views and child controllers are kept as they are added, and nothing draws them: what a provider shows is a value (see
/// `CredentialProviderHost`), and a surface outside its process draws that. So that nobody waits before an empty screen, a request whose
/// controller shows something in this way alone ends as failed with the reason `notDrawnOnLinux` and the call's name, such as
/// `notDrawnOnLinux.addChild`. A call without an interface goes on: there, nothing is shown on Apple's systems either.
@MainActor
@preconcurrency
open class UIViewController: NSObject {
  private var viewWasLoaded = false
  private var loadedView: UIView?
  /// The controllers that this one holds, in the order they were added.
  open private(set) var children: [UIViewController] = []
  /// The controller that holds this one.
  open private(set) weak var parent: UIViewController?
  /// A title, which nobody draws.
  open var title: String?

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

  // MARK: The view

  /// The controller's view, which is loaded the first time that it is asked for; nobody draws it.
  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return loadedView
    }
    set {
      loadedView = newValue
      loadedView?.controller = self
    }
  }

  /// The view if it was loaded.
  open var viewIfLoaded: UIView? { loadedView }

  /// Whether ``loadView()`` and ``viewDidLoad()`` were called.
  open var isViewLoaded: Bool { viewWasLoaded }

  /// Calls ``loadView()`` and ``viewDidLoad()`` unless that has happened.
  open func loadViewIfNeeded() {
    guard !viewWasLoaded else { return }
    viewWasLoaded = true
    loadView()
    if loadedView == nil { view = UIView() }
    viewDidLoad()
  }

  /// Makes the view; called once, before ``viewDidLoad()``.
  open func loadView() { view = UIView() }

  /// Called once for each controller before the request's first method, whether that shows an interface or not.
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

  // MARK: Other controllers

  /// Holds another controller; where an interface stands that is drawn in no other way, the request ends as failed.
  open func addChild(_ childController: UIViewController) {
    childController.willMove(toParent: self)
    childController.removeFromParent()
    children.append(childController)
    childController.parent = self
    showsUndrawn("addChild")
  }

  /// Leaves the controller that holds this one.
  open func removeFromParent() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    didMove(toParent: nil)
  }

  /// Called before the controller gets a parent, or by its author before it loses it.
  open func willMove(toParent parent: UIViewController?) {}

  /// Called by its author after the controller got a parent, and when it has lost it.
  open func didMove(toParent parent: UIViewController?) {}

  /// The controller that this one presents; always nil, since nothing can be presented (see ``present(_:animated:completion:)``).
  open var presentedViewController: UIViewController? { nil }

  /// Ends the request as failed: what is presented would stand nowhere, and nobody could answer it.
  ///
  /// - Parameter completion: Never called.
  open func present(_ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil) {
    cannotShow("present")
  }

  /// Does nothing but say that it is done, since nothing is presented.
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) { completion?() }
}
