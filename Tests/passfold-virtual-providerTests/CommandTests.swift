// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import passfold_virtual_provider

@Suite("Commands of a test's driver")
struct CommandTests {}
