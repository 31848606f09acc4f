// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Stands for UIKit's constraint between views, which nobody lays out here.
@MainActor
@preconcurrency
open class NSLayoutConstraint: NSObject {
  /// The constant of the constraint.
  open var constant: CGFloat
  /// Whether the constraint would hold.
  open var isActive = false

  init(constant: CGFloat) {
    self.constant = constant
    super.init()
  }

  /// Has constraints hold.
  open class func activate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = true }
  }

  /// Has constraints hold no longer.
  open class func deactivate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = false }
  }
}

/// Stands for an edge, middle or size of a view.
@MainActor
@preconcurrency
open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
  /// Would keep two anchors together, `constant` apart.
  open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat = 0) -> NSLayoutConstraint {
    NSLayoutConstraint(constant: constant)
  }

  /// Would keep an anchor behind another.
  open func constraint(greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat = 0) -> NSLayoutConstraint {
    NSLayoutConstraint(constant: constant)
  }

  /// Would keep an anchor before another.
  open func constraint(lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat = 0) -> NSLayoutConstraint {
    NSLayoutConstraint(constant: constant)
  }
}

/// Stands for an anchor from left to right.
open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}

/// Stands for an anchor from top to bottom.
open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}

/// Stands for a width or height.
open class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
  /// Would fix the size.
  open func constraint(equalToConstant constant: CGFloat) -> NSLayoutConstraint { NSLayoutConstraint(constant: constant) }
}
