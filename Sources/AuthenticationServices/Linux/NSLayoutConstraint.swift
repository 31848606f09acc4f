// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A replacement for UIKit's constraint between views, which are never laid out here.
@MainActor
@preconcurrency
open class NSLayoutConstraint: NSObject {
  /// The constant of the constraint.
  open var constant: CGFloat
  /// Whether the constraint is active.
  open var isActive = false

  init(constant: CGFloat) {
    self.constant = constant
    super.init()
  }

  /// Activates constraints.
  open class func activate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = true }
  }

  /// Deactivates constraints.
  open class func deactivate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = false }
  }
}

/// A replacement for an edge, centre or size of a view.
@MainActor
@preconcurrency
open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
  /// Creates a constraint that keeps two anchors at a distance of `constant`.
  open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat = 0) -> NSLayoutConstraint {
    NSLayoutConstraint(constant: constant)
  }

  /// Creates a constraint that keeps this anchor after another one.
  open func constraint(greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat = 0) -> NSLayoutConstraint {
    NSLayoutConstraint(constant: constant)
  }

  /// Creates a constraint that keeps this anchor before another one.
  open func constraint(lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat = 0) -> NSLayoutConstraint {
    NSLayoutConstraint(constant: constant)
  }
}

/// A replacement for a horizontal anchor.
open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}

/// A replacement for a vertical anchor.
open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}

/// A replacement for a width or height.
open class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
  /// Creates a constraint that fixes the size.
  open func constraint(equalToConstant constant: CGFloat) -> NSLayoutConstraint { NSLayoutConstraint(constant: constant) }
}
