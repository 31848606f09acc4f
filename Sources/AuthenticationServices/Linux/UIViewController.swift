// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The part of UIKit's view controller that a credential provider's controller needs to compile and run without UIKit.
///
/// Views and child controllers are stored as they are added but never drawn. What a provider shows is a value (see
/// `CredentialProviderHost`), drawn by a surface outside its process. To prevent the user from waiting in front of an empty screen, a
/// request whose controller shows something only in this way ends as failed with the reason `notDrawnOnLinux` and the call's name, such as
/// `notDrawnOnLinux.addChild`. A call without an interface continues, because Apple's systems show nothing there either.
@MainActor
@preconcurrency
open class UIViewController: NSObject {
  private var viewWasLoaded = false
  private var loadedView: UIView?
  /// The child controllers, in the order in which they were added.
  open private(set) var children: [UIViewController] = []
  /// The parent controller.
  open private(set) weak var parent: UIViewController?
  /// A title, which is never drawn.
  open var title: String?

  /// Creates a controller. `nibName` and `bundle` exist for compatibility; nibs are not supported.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init()
  }

  /// Creates a controller, like `init(nibName:bundle:)` without names.
  public override convenience init() {
    self.init(nibName: nil, bundle: nil)
  }

  /// Creates a controller. The archive is not read.
  public required init?(coder: NSCoder) {
    super.init()
  }

  // MARK: The view

  /// The controller's view, loaded on first access. It is never drawn.
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

  /// The view, if it was loaded.
  open var viewIfLoaded: UIView? { loadedView }

  /// Whether ``loadView()`` and ``viewDidLoad()`` were called.
  open var isViewLoaded: Bool { viewWasLoaded }

  /// Calls ``loadView()`` and ``viewDidLoad()`` unless they were already called.
  open func loadViewIfNeeded() {
    guard !viewWasLoaded else { return }
    viewWasLoaded = true
    loadView()
    if loadedView == nil { view = UIView() }
    viewDidLoad()
  }

  /// Creates the view. Called once, before ``viewDidLoad()``.
  open func loadView() { view = UIView() }

  /// Called once for each controller before the request's first method, with or without an interface.
  open func viewDidLoad() {}

  /// Called after a method has prepared the interface, before the interface may be drawn.
  open func viewWillAppear(_ animated: Bool) {}

  /// Called between ``viewWillAppear(_:)`` and ``viewDidAppear(_:)``.
  open func viewIsAppearing(_ animated: Bool) {}

  /// Called before ``viewDidLayoutSubviews()``. Surfaces lay out their own views.
  open func viewWillLayoutSubviews() {}

  /// Called once, before the interface may be drawn.
  open func viewDidLayoutSubviews() {}

  /// Called when the interface may be drawn.
  open func viewDidAppear(_ animated: Bool) {}

  /// Called when the request has ended and the interface is about to disappear.
  open func viewWillDisappear(_ animated: Bool) {}

  /// Called when the interface has disappeared.
  open func viewDidDisappear(_ animated: Bool) {}

  /// Never called: a provider here has no separate memory limit to be warned about.
  open func didReceiveMemoryWarning() {}

  // MARK: Other controllers

  /// Adds a child controller. If the interface is on screen and has nothing that can be drawn, the request ends as failed.
  open func addChild(_ childController: UIViewController) {
    childController.willMove(toParent: self)
    childController.removeFromParent()
    children.append(childController)
    childController.parent = self
    showsUndrawn("addChild")
  }

  /// Removes the controller from its parent.
  open func removeFromParent() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    didMove(toParent: nil)
  }

  /// Called before the controller is added to a parent, or by the developer before it is removed.
  open func willMove(toParent parent: UIViewController?) {}

  /// Called by the developer after the controller was added to a parent, and automatically after it was removed.
  open func didMove(toParent parent: UIViewController?) {}

  /// The controller that this one presents; always nil, because nothing can be presented (see ``present(_:animated:completion:)``).
  open var presentedViewController: UIViewController? { nil }

  /// Ends the request as failed: the presented controller would not be visible, so the user could not answer it.
  ///
  /// - Parameter completion: Never called.
  open func present(_ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil) {
    cannotShow("present")
  }

  /// Calls the completion handler; there is nothing to dismiss.
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) { completion?() }
}
