// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LocalTransport

// A provider that answers correctly, or with the fault that the picked entry names.

let connection = LocalConnection.adopt(descriptor: 3)
let provider = MisbehavingProvider(connection: connection)
provider.introduce()
for await frame in connection.frames { provider.receive(frame) }
