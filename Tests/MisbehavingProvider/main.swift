// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LocalTransport

// A provider that answers right, or wrongly in the way that the picked entry is called.

let connection = LocalConnection.adopt(descriptor: 3)
let provider = MisbehavingProvider(connection: connection)
provider.introduce()
for await frame in connection.frames { provider.receive(frame) }
