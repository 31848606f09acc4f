// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

extension PresentableViewValue {
  /// Whether a provider's view is one that can be shown: a form has fields, no more than one may have, and no other view has any.
  var isFitToShow: Bool {
    guard kind == .form else { return fields == nil }
    return (1...TypedTexts.fieldLimit).contains(fields?.count ?? 0)
  }

  /// What a browser shows while a form stands in a window: who asks, and that the answer is given there.
  init(inPlaceOf form: PresentableViewValue) {
    self.init(number: form.number, kind: .message, title: "", busy: true)
    heading = Heading(.typeInWindow, subject: form.source)
    source = form.source
  }
}
