// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// Apple's module brings Foundation along, and sources that import it alone rely on that.
@_exported public import Foundation
