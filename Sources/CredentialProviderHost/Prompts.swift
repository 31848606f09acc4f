// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// A provider asks for its passphrase with the same prompt that the broker uses, so the module comes along with this one.
@_exported public import PinentryPrompts
