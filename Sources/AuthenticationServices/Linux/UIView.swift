// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Stands for UIKit's view where there is no UIKit, so that a provider's controller compiles and its views hold together; nobody draws it.
@MainActor
@preconcurrency
open class UIView: NSObject {
  /// How a view follows the size of its superview, which nobody carries out.
  public struct AutoresizingMask: OptionSet, Sendable {
    /// One bit for each way.
    public let rawValue: UInt

    /// Takes one bit for each way.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// The width follows.
    public static var flexibleWidth: AutoresizingMask { AutoresizingMask(rawValue: 2) }
    /// The height follows.
    public static var flexibleHeight: AutoresizingMask { AutoresizingMask(rawValue: 16) }
  }

  /// Where the view would stand in its superview.
  open var frame: CGRect
  /// The view's own rectangle: of its frame's size, from zero.
  open var bounds: CGRect {
    get { CGRect(origin: .zero, size: frame.size) }
    set { frame.size = newValue.size }
  }
  /// How the view follows its superview.
  open var autoresizingMask: AutoresizingMask = []
  /// Whether the mask would become constraints.
  open var translatesAutoresizingMaskIntoConstraints = true
  /// Whether the view is hidden.
  open var isHidden = false
  /// The views in this one, in the order they were added.
  open private(set) var subviews: [UIView] = []
  /// The view that this one is in.
  open private(set) weak var superview: UIView?
  /// The controller whose view this is.
  weak var controller: UIViewController?

  /// Makes a view that would stand at `frame`.
  public init(frame: CGRect) {
    self.frame = frame
    super.init()
  }

  /// Makes a view without a size.
  public override convenience init() {
    self.init(frame: .zero)
  }

  /// Makes a view; nothing is read from the archive.
  public required init?(coder: NSCoder) {
    frame = .zero
    super.init()
  }

  /// Puts a view into this one; where an interface stands that is drawn in no other way, the request ends as failed.
  open func addSubview(_ view: UIView) {
    view.removeFromSuperview()
    subviews.append(view)
    view.superview = self
    var holder: UIView? = self
    while let here = holder, here.controller == nil { holder = here.superview }
    holder?.controller?.showsUndrawn("addSubview")
  }

  /// Takes the view out of the one that it is in.
  open func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }

  /// The view's left edge in its language's direction.
  open var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
  /// The view's right edge in its language's direction.
  open var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
  /// The view's left edge.
  open var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
  /// The view's right edge.
  open var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
  /// The view's middle from left to right.
  open var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
  /// The view's top edge.
  open var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
  /// The view's bottom edge.
  open var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
  /// The view's middle from top to bottom.
  open var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
  /// The view's width.
  open var widthAnchor: NSLayoutDimension { NSLayoutDimension() }
  /// The view's height.
  open var heightAnchor: NSLayoutDimension { NSLayoutDimension() }
}
