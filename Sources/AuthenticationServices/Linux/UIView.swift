// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A replacement for UIKit's view, so that a provider's controller compiles and its view hierarchy is consistent. It is never drawn.
@MainActor
@preconcurrency
open class UIView: NSObject {
  /// The ways in which a view would follow the size of its superview. Never applied.
  public struct AutoresizingMask: OptionSet, Sendable {
    /// The ways, one bit each.
    public let rawValue: UInt

    /// Creates a mask from its bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// The width follows.
    public static var flexibleWidth: AutoresizingMask { AutoresizingMask(rawValue: 2) }
    /// The height follows.
    public static var flexibleHeight: AutoresizingMask { AutoresizingMask(rawValue: 16) }
  }

  /// The view's rectangle in its superview.
  open var frame: CGRect
  /// The view's own rectangle: the size of its frame, at the origin.
  open var bounds: CGRect {
    get { CGRect(origin: .zero, size: frame.size) }
    set { frame.size = newValue.size }
  }
  /// The way in which the view follows its superview.
  open var autoresizingMask: AutoresizingMask = []
  /// Whether the mask is converted to constraints.
  open var translatesAutoresizingMaskIntoConstraints = true
  /// Whether the view is hidden.
  open var isHidden = false
  /// The subviews, in the order in which they were added.
  open private(set) var subviews: [UIView] = []
  /// The superview.
  open private(set) weak var superview: UIView?
  /// The controller whose view this is.
  weak var controller: UIViewController?

  /// Creates a view with a frame.
  public init(frame: CGRect) {
    self.frame = frame
    super.init()
  }

  /// Creates a view without a size.
  public override convenience init() {
    self.init(frame: .zero)
  }

  /// Creates a view. The archive is not read.
  public required init?(coder: NSCoder) {
    frame = .zero
    super.init()
  }

  /// Adds a subview. If the interface is on screen and has nothing that can be drawn, the request ends as failed.
  open func addSubview(_ view: UIView) {
    view.removeFromSuperview()
    subviews.append(view)
    view.superview = self
    var holder: UIView? = self
    while let here = holder, here.controller == nil { holder = here.superview }
    holder?.controller?.showsUndrawn("addSubview")
  }

  /// Removes the view from its superview.
  open func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }

  /// The view's leading edge.
  open var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
  /// The view's trailing edge.
  open var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
  /// The view's left edge.
  open var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
  /// The view's right edge.
  open var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
  /// The view's horizontal centre.
  open var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
  /// The view's top edge.
  open var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
  /// The view's bottom edge.
  open var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
  /// The view's vertical centre.
  open var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
  /// The view's width.
  open var widthAnchor: NSLayoutDimension { NSLayoutDimension() }
  /// The view's height.
  open var heightAnchor: NSLayoutDimension { NSLayoutDimension() }
}
