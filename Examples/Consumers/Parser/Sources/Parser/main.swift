// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR

// A program with one product links everything that the product needs: rounding is in the C mathematics library.
let value = try CBORDecoder(profile: .rfc8949).decode([0xF9, 0x3E, 0x00])
print(CBOREncoder(profile: .deterministic).encode(value) == [0xF9, 0x3E, 0x00] ? "done" : "wrong")
