# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0
"""Lets our relying party verify the passkeys of an authenticator that is not ours, soft-webauthn, and refuse altered ones."""

import base64
import os
import unittest

from conformance_program import ConformanceProgram
from soft_webauthn import SoftWebauthnDevice

ORIGIN = "https://login.shop.example"
RP_ID = "shop.example"


def unpadded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def as_json(credential):
    """The response as a browser's `toJSON()` writes it."""
    return {
        "id": unpadded(credential["rawId"]), "rawId": unpadded(credential["rawId"]), "type": credential["type"], "clientExtensionResults": {},
        "response": {name: unpadded(value) for name, value in credential["response"].items()},
    }


class SoftDevice(unittest.TestCase):
    def setUp(self):
        self.program = ConformanceProgram()
        self.addCleanup(self.program.close)
        self.device = SoftWebauthnDevice()

    def options(self, challenge, **more):
        return {"challenge": unpadded(challenge), "origins": [ORIGIN], "rpIds": [RP_ID], "requireUserVerification": False,
                "requireUserPresence": True, "algorithms": None, "attestationTrust": {"mode": "ignore"}, **more}

    def create(self, challenge):
        return as_json(self.device.create({"publicKey": {
            "challenge": challenge, "rp": {"id": RP_ID}, "user": {"id": b"user handle"}, "pubKeyCredParams": [{"alg": -7, "type": "public-key"}],
            "attestation": "none"}}, ORIGIN))

    def get(self, challenge):
        return as_json(self.device.get({"publicKey": {"challenge": challenge, "rpId": RP_ID}}, ORIGIN))

    def register(self):
        challenge = os.urandom(32)
        answer = self.program.answer("registration", options=self.options(challenge), response=self.create(challenge))
        self.assertEqual(answer["verdict"], "accept", answer)
        return answer["fields"]

    def stored(self, fields):
        return {"id": fields["credentialId"], "publicKey": fields["publicKey"], "signCount": fields["signCount"]}

    def test_accepts_the_devices_registrations_and_authentications(self):
        for _ in range(8):
            fields = self.register()
            self.assertEqual((fields["fmt"], fields["alg"], fields["up"], fields["uv"]), ("none", -7, True, False))
            self.assertEqual(fields["credentialId"], unpadded(self.device.credential_id))
            for count in (1, 2):
                challenge = os.urandom(32)
                answer = self.program.answer(
                    "authentication", options=self.options(challenge, credential=self.stored(fields)), response=self.get(challenge))
                self.assertEqual(answer["verdict"], "accept", answer)
                self.assertEqual(answer["fields"]["signCount"], self.device.sign_count)
                self.assertEqual(answer["fields"]["userHandle"], unpadded(b"user handle"))
                fields["signCount"] = answer["fields"]["signCount"]

    def test_refuses_a_registration_that_does_not_match_the_request(self):
        challenge = os.urandom(32)
        response = self.create(challenge)
        for words, options in (
            ("another challenge", self.options(os.urandom(32))),
            ("another origin", self.options(challenge, origins=["https://shop.example"])),
            ("another relying party", self.options(challenge, rpIds=["example"])),
            ("a verification that did not happen", self.options(challenge, requireUserVerification=True)),
            ("an algorithm that was not asked for", self.options(challenge, algorithms=[-257])),
        ):
            with self.subTest(words):
                self.assertEqual(self.program.answer("registration", options=options, response=response)["verdict"], "reject")

    def test_refuses_an_authentication_that_is_altered_in_one_place(self):
        fields = self.register()
        challenge = os.urandom(32)
        response = self.get(challenge)
        options = self.options(challenge, credential=self.stored(fields))
        for member in ("signature", "authenticatorData", "clientDataJSON"):
            data = bytearray(base64.urlsafe_b64decode(response["response"][member] + "=="))
            data[len(data) // 2] ^= 1
            bent = {**response, "response": {**response["response"], member: unpadded(bytes(data))}}
            with self.subTest(member):
                self.assertEqual(self.program.answer("authentication", options=options, response=bent)["verdict"], "reject")
        self.assertEqual(self.program.answer("authentication", options=options, response=response)["verdict"], "accept")


if __name__ == "__main__":
    unittest.main()
