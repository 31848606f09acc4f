# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0
"""Lets python-fido2's CTAP2 client use our authenticator, command by command, and its server verify what comes out.

The client writes the commands and reads the answers; passfold-conformance answers them. What the client cannot be made to send is sent
as bytes, written by python-fido2's CBOR.
"""

import itertools
import unittest

from conformance_program import ConformanceProgram
from fido2 import cbor
from fido2.attestation import PackedAttestation
from fido2.client import ClientError, DefaultClientDataCollector, Fido2Client, UserInteraction
from fido2.cose import ES256
from fido2.ctap import CtapDevice, CtapError
from fido2.ctap2 import Ctap2
from fido2.ctap2.extensions import CredProtectExtension, HmacSecretExtension
from fido2.ctap2.pin import ClientPin, PinProtocolV1, PinProtocolV2
from fido2.hid import CAPABILITY, CTAPHID
from fido2.server import Fido2Server
from fido2.utils import sha256
from fido2.webauthn import PublicKeyCredentialParameters, PublicKeyCredentialRpEntity, PublicKeyCredentialType, PublicKeyCredentialUserEntity

ORIGIN = "https://login.shop.example"
RP_ID = "shop.example"
ALGORITHMS = {"ES256": -7, "EdDSA": -8, "RS256": -257}
HASH = bytes(range(32))


class Device(CtapDevice):
    """A device whose wire is the conformance program."""

    capabilities = CAPABILITY.CBOR

    def __init__(self, program):
        self.program = program

    @classmethod
    def list_devices(cls):
        return iter(())

    def call(self, cmd, data=b"", event=None, on_keepalive=None):
        if cmd != CTAPHID.CBOR:
            raise CtapError(CtapError.ERR.INVALID_COMMAND)
        return bytes.fromhex(self.program.answer("ctap2", data=data.hex())["data"])


class WithOurAuthenticator(unittest.TestCase):
    def setUp(self):
        program = ConformanceProgram()
        self.addCleanup(program.close)
        self.device = Device(program)
        self.ctap = Ctap2(self.device)
        self.client = Fido2Client(
            self.device, DefaultClientDataCollector(ORIGIN), UserInteraction(),
            extensions=[HmacSecretExtension(allow_hmac_secret=True), CredProtectExtension()])
        self.server = Fido2Server(PublicKeyCredentialRpEntity(id=RP_ID, name="Shop"), attestation="direct", verify_origin=lambda origin: origin == ORIGIN)

    def status_of(self, command, parameters=None):
        """The status byte of a command."""
        data = bytes([command]) + (b"" if parameters is None else parameters if isinstance(parameters, bytes) else cbor.encode(parameters))
        return self.device.call(CTAPHID.CBOR, data)[0]

    def register(self, algorithm=-7, verification="discouraged", resident="required", user=b"user handle", extensions=None):
        self.server.allowed_algorithms = [PublicKeyCredentialParameters(type=PublicKeyCredentialType.PUBLIC_KEY, alg=algorithm)]
        options, state = self.server.register_begin(
            PublicKeyCredentialUserEntity(id=user, name=user.decode(), display_name="Anne"), resident_key_requirement=resident,
            user_verification=verification, extensions=extensions)
        response = self.client.make_credential(options.public_key)
        data = self.server.register_complete(state, response)
        return data, response

    def authenticate(self, credentials, verification="discouraged", with_list=True, extensions=None):
        options, state = self.server.authenticate_begin(
            credentials if with_list else None, user_verification=verification, extensions=extensions)
        selection = self.client.get_assertion(options.public_key)
        return selection, state


class Ceremonies(WithOurAuthenticator):
    def test_registers_and_signs_in_with_each_algorithm_and_verification(self):
        for (name, algorithm), verification, resident in itertools.product(
            ALGORITHMS.items(), ("required", "discouraged"), ("required", "discouraged")
        ):
            with self.subTest(algorithm=name, verification=verification, resident=resident):
                self.ctap.reset()
                data, response = self.register(algorithm, verification, resident)
                self.assertEqual(data.is_user_verified(), verification == "required")
                self.assertEqual(data.counter, 0)
                PackedAttestation().verify(
                    response.response.attestation_object.att_stmt, data, response.response.client_data.hash)
                for with_list in (True, False) if resident == "required" else (True,):
                    selection, state = self.authenticate([data.credential_data], verification, with_list)
                    answer = selection.get_response(0)
                    used = self.server.authenticate_complete(state, [data.credential_data], answer)
                    self.assertEqual(used.credential_id, data.credential_data.credential_id)
                    self.assertEqual(answer.response.authenticator_data.is_user_verified(), verification == "required")

    def test_does_not_discover_a_credential_that_is_not_discoverable(self):
        self.register(resident="discouraged")
        with self.assertRaises(ClientError):
            self.authenticate(None, with_list=False)

    def test_lists_every_account_newest_first_with_names_only_for_verified_users(self):
        for user in (b"anne", b"berta", b"carla"):
            self.register(user=user)
        for verification in ("required", "discouraged"):
            selection, _ = self.authenticate(None, verification, with_list=False)
            found = selection.get_assertions()
            self.assertEqual([assertion.user["id"] for assertion in found], [b"carla", b"berta", b"anne"])
            self.assertEqual([assertion.user.get("name") for assertion in found],
                             ["carla", "berta", "anne"] if verification == "required" else [None] * 3)

    def test_a_second_registration_of_an_account_replaces_the_first(self):
        first, _ = self.register()
        second, _ = self.register()
        selection, _ = self.authenticate(None, with_list=False)
        self.assertEqual([assertion.credential["id"] for assertion in selection.get_assertions()], [second.credential_data.credential_id])
        self.assertNotEqual(first.credential_data.credential_id, second.credential_data.credential_id)

    def test_refuses_an_excluded_credential(self):
        data, _ = self.register()
        options, _ = self.server.register_begin(PublicKeyCredentialUserEntity(id=b"other", name="other", display_name="o"), [data.credential_data])
        with self.assertRaises(ClientError) as caught:
            self.client.make_credential(options.public_key)
        self.assertEqual(caught.exception.code, ClientError.ERR.DEVICE_INELIGIBLE)


class PseudoRandomFunction(WithOurAuthenticator):
    def test_derives_the_same_prf_results_at_creation_and_at_every_sign_in(self):
        inputs = {"prf": {"eval": {"first": b"one", "second": b"two"}}}
        data, response = self.register(verification="required", extensions=inputs)
        created = response.client_extension_results["prf"]
        self.assertTrue(created["enabled"])
        self.assertEqual(data.extensions["hmac-secret"], True)
        for with_list in (True, False):
            selection, _ = self.authenticate([data.credential_data], "required", with_list, inputs)
            self.assertEqual(selection.get_response(0).client_extension_results["prf"]["results"], created["results"])

    def test_uses_another_prf_for_users_who_were_not_verified(self):
        data, _ = self.register(verification="required", extensions={"hmacCreateSecret": True})
        outputs = {}
        for verification in ("required", "discouraged"):
            selection, _ = self.authenticate([data.credential_data], verification, extensions={"hmacGetSecret": {"salt1": HASH, "salt2": HASH[::-1]}})
            outputs[verification] = selection.get_response(0).client_extension_results["hmacGetSecret"]
        self.assertNotEqual(outputs["required"]["output1"], outputs["discouraged"]["output1"])
        self.assertNotEqual(outputs["required"]["output1"], outputs["required"]["output2"])

    def test_supports_both_pin_protocols(self):
        data, _ = self.register(extensions={"hmacCreateSecret": True})
        opened = set()
        for protocol in (PinProtocolV1(), PinProtocolV2()):
            key_agreement, secret = ClientPin(self.ctap, protocol)._get_shared_secret()
            sealed = protocol.encrypt(secret, HASH)
            inputs = {1: key_agreement, 2: sealed, 3: protocol.authenticate(secret, sealed), 4: protocol.VERSION}
            answer = self.ctap.get_assertion(
                RP_ID, HASH, [{"type": "public-key", "id": data.credential_data.credential_id}], {"hmac-secret": inputs})
            answer.verify(HASH, data.credential_data.public_key)
            opened.add(protocol.decrypt(secret, answer.auth_data.extensions["hmac-secret"]))
            for wrong, status in ((3, CtapError.ERR.PIN_AUTH_INVALID), (4, CtapError.ERR.INVALID_PARAMETER)):
                bent = {**inputs, wrong: bytes(len(inputs[3])) if wrong == 3 else 9}
                with self.assertRaises(CtapError) as caught:
                    self.ctap.get_assertion(RP_ID, HASH, None, {"hmac-secret": bent})
                self.assertEqual(caught.exception.code, status)
        self.assertEqual(len(opened), 1)


class Protection(WithOurAuthenticator):
    def test_hides_credentials_according_to_their_protection_policy(self):
        for policy, listed, discovered in (
            ("userVerificationOptional", True, True),
            ("userVerificationOptionalWithCredentialIDList", True, False),
            ("userVerificationRequired", False, False),
        ):
            self.ctap.reset()
            data, _ = self.register(
                verification="required", extensions={"credentialProtectionPolicy": policy, "enforceCredentialProtectionPolicy": True})
            for with_list, shows in ((True, listed), (False, discovered)):
                with self.subTest(policy=policy, with_list=with_list):
                    allowed = [{"type": "public-key", "id": data.credential_data.credential_id}] if with_list else None
                    if shows:
                        self.ctap.get_assertion(RP_ID, HASH, allowed)
                    else:
                        with self.assertRaises(CtapError) as caught:
                            self.ctap.get_assertion(RP_ID, HASH, allowed)
                        self.assertEqual(caught.exception.code, CtapError.ERR.NO_CREDENTIALS)
                    self.ctap.get_assertion(RP_ID, HASH, allowed, options={"uv": True})


class Refusals(WithOurAuthenticator):
    def test_answers_each_fault_with_its_status(self):
        make = {1: HASH, 2: {"id": RP_ID}, 3: {"id": b"anne"}, 4: [{"alg": -7, "type": "public-key"}]}
        get = {1: RP_ID, 2: HASH}
        for words, command, parameters, status in (
            ("an unknown command", 0x40, None, CtapError.ERR.INVALID_COMMAND),
            ("parameters of a command that has none", 0x04, {}, CtapError.ERR.INVALID_LENGTH),
            ("no parameters", 0x01, None, CtapError.ERR.MISSING_PARAMETER),
            ("CBOR with a length of more bytes than needed", 0x02, bytes.fromhex("b80101181a"), CtapError.ERR.INVALID_CBOR),
            ("keys out of order", 0x02, bytes.fromhex("a2025820") + HASH + bytes.fromhex("016161"), CtapError.ERR.INVALID_CBOR),
            ("bytes after the parameters", 0x02, cbor.encode(get) + b"\0", CtapError.ERR.INVALID_CBOR),
            ("an array in place of the parameters", 0x02, [], CtapError.ERR.CBOR_UNEXPECTED_TYPE),
            ("a hash of another type", 0x01, {**make, 1: "hash"}, CtapError.ERR.CBOR_UNEXPECTED_TYPE),
            ("no hash", 0x01, {key: make[key] for key in (2, 3, 4)}, CtapError.ERR.MISSING_PARAMETER),
            ("a hash of another length", 0x01, {**make, 1: HASH[:-1]}, CtapError.ERR.INVALID_PARAMETER),
            ("no algorithm", 0x01, {**make, 4: [{"alg": -7, "type": "private-key"}]}, CtapError.ERR.UNSUPPORTED_ALGORITHM),
            ("an algorithm without its number", 0x01, {**make, 4: [{"type": "public-key"}]}, CtapError.ERR.INVALID_CBOR),
            ("presence forbidden", 0x01, {**make, 7: {"up": False}}, CtapError.ERR.INVALID_OPTION),
            ("enterprise attestation", 0x01, {**make, 10: 1}, CtapError.ERR.INVALID_PARAMETER),
            ("a protection that does not exist", 0x01, {**make, 6: {"credProtect": 4}}, CtapError.ERR.INVALID_PARAMETER),
            ("a proof of a PIN", 0x01, {**make, 8: bytes(16), 9: 1}, CtapError.ERR.PIN_AUTH_INVALID),
            ("an empty proof of a PIN", 0x01, {**make, 8: b"", 9: 1}, CtapError.ERR.PIN_NOT_SET),
            ("a proof by an unknown protocol", 0x02, {**get, 6: bytes(16), 7: 3}, CtapError.ERR.INVALID_PARAMETER),
            ("a resident key to sign with", 0x02, {**get, 5: {"rk": True}}, CtapError.ERR.UNSUPPORTED_OPTION),
            ("no matching credential", 0x02, get, CtapError.ERR.NO_CREDENTIALS),
            ("no assertions to continue with", 0x08, None, CtapError.ERR.NOT_ALLOWED),
            ("a list of more credentials than it says", 0x02, {**get, 3: [{"id": b"a", "type": "public-key"}] * 65}, CtapError.ERR.LIMIT_EXCEEDED),
            ("a PIN to set", 0x06, {1: 2, 2: 3}, CtapError.ERR.INVALID_SUBCOMMAND),
            ("a message that is too long", 0x02, bytes(8000), CtapError.ERR.REQUEST_TOO_LARGE),
        ):
            with self.subTest(words):
                self.assertEqual(self.status_of(command, parameters), status)
        self.assertEqual(self.status_of(0x01, {**make, 7: {"rk": True}}), 0)
        self.assertEqual(self.status_of(0x02, {**get, 5: {"up": False}}), 0)

    def test_any_other_command_ends_a_list_of_assertions(self):
        for user in (b"anne", b"berta"):
            self.register(user=user)
        self.assertEqual(self.ctap.get_assertion(RP_ID, HASH).number_of_credentials, 2)
        self.ctap.get_info()
        self.assertEqual(self.status_of(0x08), CtapError.ERR.NOT_ALLOWED)

    def test_removes_every_credential_on_a_reset(self):
        self.register()
        self.ctap.reset()
        self.assertEqual(self.status_of(0x02, {1: RP_ID, 2: HASH}), CtapError.ERR.NO_CREDENTIALS)

    def test_signs_without_user_presence_if_the_platform_asks_for_none(self):
        data, _ = self.register()
        answer = self.ctap.get_assertion(RP_ID, HASH, options={"up": False})
        self.assertFalse(answer.auth_data.is_user_present())
        answer.verify(HASH, ES256(data.credential_data.public_key))


if __name__ == "__main__":
    unittest.main()
