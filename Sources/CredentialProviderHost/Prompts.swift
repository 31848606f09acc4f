// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// A provider uses the same prompt as the broker to ask for its passphrase, so this module re-exports the prompts.
@_exported public import PinentryPrompts
