// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// The only GRDB type in the store's interface. Callers that pass in a database opened it with GRDB and therefore import GRDB.
@_exported public import protocol GRDB.DatabaseWriter
