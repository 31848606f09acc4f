// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// The one type of GRDB that the store shows. Who has a database to pass in opened it with GRDB and imports that.
@_exported public import protocol GRDB.DatabaseWriter
