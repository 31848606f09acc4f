// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

extension PresentableViewValue {
  /// Whether a provider's view can be shown: a form has fields, up to the limit, and no other view has any.
  var isFitToShow: Bool {
    guard kind == .form else { return fields == nil }
    return (1...TypedTexts.fieldLimit).contains(fields?.count ?? 0)
  }

  /// Creates the browser's replacement for a form shown in a window: it names the provider, and says that the answer is given there.
  init(inPlaceOf form: PresentableViewValue) {
    self.init(number: form.number, kind: .message, title: "", busy: true)
    heading = Heading(.typeInWindow, subject: form.source)
    source = form.source
  }
}
