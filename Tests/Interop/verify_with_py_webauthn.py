# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0
"""Lets two relying parties that are not ours verify the passkeys that ours makes.

py_webauthn and python-fido2's server each write their own options, in their own JSON; Passfold's client and authenticator answer
through passfold-conformance; the same library verifies. That the verifiers can refuse is shown with the same responses, each
altered in one place.
"""

import base64
import copy
import hashlib
import itertools
import json
import unittest

import webauthn
from conformance_program import ConformanceProgram
from fido2.attestation import PackedAttestation
from fido2.cose import ES256, RS256, EdDSA
from fido2.server import Fido2Server
from fido2.webauthn import (
    AttestationObject,
    PublicKeyCredentialParameters,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialType,
    PublicKeyCredentialUserEntity,
)
from webauthn.helpers.cose import COSEAlgorithmIdentifier
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

ORIGIN = "https://login.shop.example"
RP_ID = "shop.example"
ALGORITHMS = {"ES256": -7, "EdDSA": -8, "RS256": -257}
VERIFICATION = {"required and done": ("required", True), "discouraged and not done": ("discouraged", False), "preferred and done": ("preferred", True)}
PRF = {"eval": {"first": "b25l", "second": "dHdv"}}
# What a registration asks for, what the sign-ins after it ask for, and what the client has to answer to the first.
EXTENSIONS = {
    "none": ({}, {}, {}),
    "credProps": ({"credProps": True}, {}, {"credProps": {"rk": True}}),
    "prf": ({"prf": {}}, {"prf": PRF}, {"prf": {"enabled": True}}),
    "prf at once": ({"prf": PRF}, {"prf": PRF}, None),
    "largeBlob": ({"largeBlob": {"support": "required"}}, {"largeBlob": {"read": True}}, {"largeBlob": {"supported": True}}),
    "credProtect optional": ({"credentialProtectionPolicy": "userVerificationOptional"}, {}, {}),
    "credProtect by list": ({"credentialProtectionPolicy": "userVerificationOptionalWithCredentialIDList"}, {}, {}),
    "credProtect required": ({"credentialProtectionPolicy": "userVerificationRequired", "enforceCredentialProtectionPolicy": True}, {}, {}),
    "all": (
        {"credProps": True, "prf": PRF, "largeBlob": {"support": "preferred"}, "credentialProtectionPolicy": "userVerificationOptional"},
        {"prf": PRF, "largeBlob": {"read": True}},
        None,
    ),
}


def is_signed_in(extensions, verification, verified, with_list):
    """Whether a sign-in can succeed: a PRF and some protections need a verified person."""
    if verified:
        return True
    policy = EXTENSIONS[extensions][0].get("credentialProtectionPolicy", "userVerificationOptional")
    if "prf" in EXTENSIONS[extensions][1] or policy == "userVerificationRequired":
        return False
    return with_list or policy == "userVerificationOptional"


def unpadded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def sha256(data):
    return hashlib.sha256(data).digest()


def bytes_of(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def with_flipped_bit(response, member):
    """The same response with the last bit of one member turned."""
    bent = copy.deepcopy(response)
    data = bytearray(bytes_of(bent["response"][member]))
    data[-1] ^= 1
    bent["response"][member] = unpadded(bytes(data))
    return bent


def of_the_other_ceremony(response):
    """The same response with client data that speak of an authentication."""
    bent = copy.deepcopy(response)
    bent["response"]["clientDataJSON"] = unpadded(bytes_of(bent["response"]["clientDataJSON"]).replace(b"webauthn.create", b"webauthn.get"))
    return bent


class PyWebAuthn:
    """A service on py_webauthn."""

    refusals = (WebAuthnException,)

    def registration_options(self, algorithm, verification, user):
        self.verification = verification
        options = webauthn.generate_registration_options(
            rp_id=RP_ID,
            rp_name="Shop",
            user_id=user,
            user_name="anne",
            supported_pub_key_algs=[COSEAlgorithmIdentifier(algorithm)],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement(verification)
            ),
        )
        self.challenge = options.challenge
        return json.loads(webauthn.options_to_json(options))

    def verify_registration(self, response, origin=ORIGIN, rp_id=RP_ID):
        """Returns credential ID, whether the person was verified, and AAGUID, as the library reads them."""
        self.registered = webauthn.verify_registration_response(
            credential=response,
            expected_challenge=self.challenge,
            expected_rp_id=rp_id,
            expected_origin=origin,
            require_user_verification=self.verification == "required",
        )
        return self.registered.credential_id, self.registered.user_verified, self.registered.aaguid

    def request_options(self, verification, with_list):
        self.verification = verification
        options = webauthn.generate_authentication_options(
            rp_id=RP_ID,
            allow_credentials=[PublicKeyCredentialDescriptor(id=self.registered.credential_id)] if with_list else None,
            user_verification=UserVerificationRequirement(verification),
        )
        self.challenge = options.challenge
        return json.loads(webauthn.options_to_json(options))

    def verify_authentication(self, response, origin=ORIGIN, rp_id=RP_ID):
        """Returns the credential ID."""
        verified = webauthn.verify_authentication_response(
            credential=response,
            expected_challenge=self.challenge,
            expected_rp_id=rp_id,
            expected_origin=origin,
            credential_public_key=self.registered.credential_public_key,
            credential_current_sign_count=self.registered.sign_count,
            require_user_verification=self.verification == "required",
        )
        return verified.credential_id


class Fido2:
    """A service on python-fido2's server."""

    refusals = (ValueError,)

    def __init__(self):
        self.server = self.server_for(ORIGIN, RP_ID)

    @staticmethod
    def server_for(origin, rp_id):
        return Fido2Server(PublicKeyCredentialRpEntity(id=rp_id, name="Shop"), verify_origin=lambda actual: actual == origin)

    def registration_options(self, algorithm, verification, user):
        self.server.allowed_algorithms = [PublicKeyCredentialParameters(type=PublicKeyCredentialType.PUBLIC_KEY, alg=algorithm)]
        options, self.state = self.server.register_begin(
            PublicKeyCredentialUserEntity(id=user, name="anne", display_name="Anne"),
            resident_key_requirement="required",
            user_verification=verification,
        )
        self.kind = {kind.ALGORITHM: kind for kind in (ES256, EdDSA, RS256)}[algorithm]
        return dict(options)["publicKey"]

    def verify_registration(self, response, origin=ORIGIN, rp_id=RP_ID):
        """Returns credential ID, whether the person was verified, and AAGUID, as the library reads them."""
        data = self.server_for(origin, rp_id).register_complete(self.state, response)
        self.registered = data.credential_data
        if not isinstance(self.registered.public_key, self.kind):
            raise AssertionError(f"the key is a {type(self.registered.public_key)}")
        return self.registered.credential_id, data.is_user_verified(), str(self.registered.aaguid)

    def request_options(self, verification, with_list):
        options, self.state = self.server.authenticate_begin([self.registered] if with_list else None, user_verification=verification)
        return dict(options)["publicKey"]

    def verify_authentication(self, response, origin=ORIGIN, rp_id=RP_ID):
        """Returns the credential ID."""
        return self.server_for(origin, rp_id).authenticate_complete(self.state, [self.registered], response).credential_id


class Verification(unittest.TestCase):
    """Each service runs the same ceremonies."""

    def setUp(self):
        self.program = ConformanceProgram()
        self.addCleanup(self.program.close)

    def perform(self, op, options, verified=True):
        answer = self.program.answer(op, origin=ORIGIN, options=options, userVerified=verified)
        self.assertEqual(answer["verdict"], "accept", answer)
        return answer["response"]

    def register(self, service, algorithm="ES256", verification="preferred", verified=True):
        options = service.registration_options(ALGORITHMS[algorithm], verification, user=b"user handle")
        return self.perform("create", options, verified)

    def takes_passkeys(self, make_service):
        for algorithm, (words, (verification, verified)), extensions, attestation in itertools.product(
            ALGORITHMS, VERIFICATION.items(), EXTENSIONS, ("none", "direct")
        ):
            # Attestation does not touch the extensions: one of them is enough.
            if attestation == "direct" and extensions not in ("none", "all"):
                continue
            with self.subTest(algorithm=algorithm, verification=words, extensions=extensions, attestation=attestation):
                self.takes_passkey(make_service(), algorithm, verification, verified, extensions, attestation)

    def takes_passkey(self, service, algorithm, verification, verified, extensions, attestation):
        for_registration, for_sign_in, expected = EXTENSIONS[extensions]
        options = service.registration_options(ALGORITHMS[algorithm], verification, user=b"user handle")
        options.update(extensions=for_registration, attestation=attestation)
        created = self.perform("create", options, verified)
        if expected is not None:
            self.assertEqual(created["clientExtensionResults"], expected)
        credential_id, was_verified, aaguid = service.verify_registration(created)
        self.assertEqual(unpadded(credential_id), created["id"])
        self.assertEqual(was_verified, verified)
        self.assertEqual(aaguid, "59918d62-d421-4873-a245-40e7c6e787ad")
        attested = AttestationObject(bytes_of(created["response"]["attestationObject"]))
        self.assertEqual(attested.fmt, "packed" if attestation == "direct" else "none")
        if attestation == "direct":
            PackedAttestation().verify(attested.att_stmt, attested.auth_data, sha256(bytes_of(created["response"]["clientDataJSON"])))
        results = [created["clientExtensionResults"].get("prf", {}).get("results")]
        for with_list in (True, False):
            options = {**service.request_options(verification, with_list), "extensions": for_sign_in}
            if not is_signed_in(extensions, verification, verified, with_list):
                answer = self.program.answer("get", origin=ORIGIN, options=options, userVerified=verified)
                self.assertEqual(answer.get("code"), "NotAllowedError", answer)
                continue
            signed = self.perform("get", options, verified)
            self.assertEqual(service.verify_authentication(signed), credential_id)
            self.assertEqual(bytes_of(signed["response"]["userHandle"]), b"user handle")
            results.append(signed["clientExtensionResults"].get("prf", {}).get("results"))
        # One credential has one function, whenever it is asked.
        self.assertLessEqual(len({json.dumps(result, sort_keys=True) for result in results if result}), 1)
        if "prf" in for_sign_in and verified:
            self.assertEqual(sorted(results[-1]), ["first", "second"])

    def refuses_bent_registrations(self, service):
        created = self.register(service)
        for words, response, more in (
            ("another origin", created, {"origin": "https://evil.example"}),
            ("another relying party", created, {"rp_id": "evil.example"}),
            ("the client data of an authentication", of_the_other_ceremony(created), {}),
        ):
            with self.subTest(words), self.assertRaises(service.refusals):
                service.verify_registration(response, **more)
        service.registration_options(ALGORITHMS["ES256"], "preferred", user=b"user handle")
        with self.subTest("an earlier challenge"), self.assertRaises(service.refusals):
            service.verify_registration(created)
        unverified = self.register(service, verification="discouraged", verified=False)
        self.require_verification(service)
        with self.subTest("user verification that is required and missing"), self.assertRaises(service.refusals):
            service.verify_registration(unverified)

    def refuses_bent_authentications(self, service):
        for algorithm in ALGORITHMS:
            service.verify_registration(self.register(service, algorithm))
            signed = self.perform("get", service.request_options("preferred", True))
            for words, response, more in (
                ("another origin", signed, {"origin": "https://evil.example"}),
                ("another relying party", signed, {"rp_id": "evil.example"}),
                ("a flipped bit in the signature", with_flipped_bit(signed, "signature"), {}),
                ("a flipped bit in the counter", with_flipped_bit(signed, "authenticatorData"), {}),
            ):
                with self.subTest(words, algorithm=algorithm), self.assertRaises(service.refusals):
                    service.verify_authentication(response, **more)
            service.request_options("preferred", True)
            with self.subTest("an earlier challenge", algorithm=algorithm), self.assertRaises(service.refusals):
                service.verify_authentication(signed)

    @staticmethod
    def require_verification(service):
        if isinstance(service, Fido2):
            service.state = {**service.state, "user_verification": "required"}
        else:
            service.verification = "required"


class WithPyWebAuthn(Verification):
    def test_accepts_the_passkeys_that_our_authenticator_creates_and_uses(self):
        self.takes_passkeys(PyWebAuthn)

    def test_refuses_a_registration_that_is_altered_in_one_place(self):
        self.refuses_bent_registrations(PyWebAuthn())

    def test_refuses_an_authentication_that_is_altered_in_one_place(self):
        self.refuses_bent_authentications(PyWebAuthn())


class WithPythonFido2(Verification):
    def test_accepts_the_passkeys_that_our_authenticator_creates_and_uses(self):
        self.takes_passkeys(Fido2)

    def test_refuses_a_registration_that_is_altered_in_one_place(self):
        self.refuses_bent_registrations(Fido2())

    def test_refuses_an_authentication_that_is_altered_in_one_place(self):
        self.refuses_bent_authentications(Fido2())


class LargeBlobs(Verification):
    """Data stored with a passkey, which no server sees."""

    def test_reads_the_large_blob_that_was_written_for_a_credential(self):
        service = PyWebAuthn()
        options = service.registration_options(ALGORITHMS["ES256"], "preferred", user=b"user handle")
        service.verify_registration(self.perform("create", {**options, "extensions": {"largeBlob": {"support": "required"}}}))
        for operation, result in (
            ({"read": True}, {}), ({"write": "AAEC"}, {"written": True}), ({"read": True}, {"blob": "AAEC"}),
            ({"write": unpadded(bytes(4097))}, {"written": False}), ({"read": True}, {"blob": "AAEC"}),
        ):
            options = {**service.request_options("preferred", True), "extensions": {"largeBlob": operation}}
            signed = self.perform("get", options)
            service.verify_authentication(signed)
            self.assertEqual(signed["clientExtensionResults"], {"largeBlob": result})

    def test_writes_a_large_blob_for_one_named_credential_only(self):
        service = PyWebAuthn()
        service.verify_registration(self.register(service))
        options = {**service.request_options("preferred", False), "extensions": {"largeBlob": {"write": "AAEC"}}}
        self.assertEqual(self.program.answer("get", origin=ORIGIN, options=options).get("code"), "NotSupportedError")


class Conditional(Verification):
    """Registrations without a prompt, and sign-ins in a field."""

    def test_a_conditional_registration_has_no_user_presence_flag(self):
        service = PyWebAuthn()
        options = service.registration_options(ALGORITHMS["ES256"], "preferred", user=b"user handle")
        answer = self.program.answer("create", origin=ORIGIN, options=options, mediation="conditional")
        registered = AttestationObject(bytes_of(answer["response"]["response"]["attestationObject"])).auth_data
        self.assertFalse(registered.is_user_present())
        self.assertFalse(registered.is_user_verified())
        with self.assertRaises(WebAuthnException):
            service.verify_registration(answer["response"])
        options["authenticatorSelection"]["userVerification"] = "required"
        self.assertEqual(self.program.answer("create", origin=ORIGIN, options=options, mediation="conditional").get("code"), "ConstraintError")

    def test_a_conditional_request_uses_only_credentials_that_its_list_names(self):
        service = PyWebAuthn()
        service.verify_registration(self.register(service))
        options = service.request_options("preferred", True)
        answer = self.program.answer("get", origin=ORIGIN, options=options, mediation="conditional")
        service.verify_authentication(answer["response"])
        options["allowCredentials"][0]["id"] = "AAEC"
        self.assertEqual(self.program.answer("get", origin=ORIGIN, options=options, mediation="conditional").get("code"), "NotAllowedError")


class AtTheEdges(Verification):
    """The page's result when there is nothing to verify."""

    def test_does_not_sign_without_verification_when_it_is_required(self):
        service = PyWebAuthn()
        options = service.registration_options(ALGORITHMS["ES256"], "required", user=b"user handle")
        self.assertEqual(self.program.answer("create", origin=ORIGIN, options=options, userVerified=False).get("code"), "ConstraintError")
        service.verify_registration(self.register(service))
        options = service.request_options("required", True)
        self.assertEqual(self.program.answer("get", origin=ORIGIN, options=options, userVerified=False).get("code"), "NotAllowedError")

    def test_reports_an_excluded_credential_as_an_invalid_state(self):
        service = PyWebAuthn()
        service.verify_registration(self.register(service))
        options = service.registration_options(ALGORITHMS["ES256"], "preferred", user=b"another handle")
        options["excludeCredentials"] = [{"type": "public-key", "id": unpadded(service.registered.credential_id)}]
        self.assertEqual(self.program.answer("create", origin=ORIGIN, options=options).get("code"), "InvalidStateError")

    def test_accepts_a_page_of_a_related_origin(self):
        service = PyWebAuthn()
        options = service.registration_options(ALGORITHMS["ES256"], "preferred", user=b"user handle")
        document = {"origins": ["https://shop.test", "https://shop.co.uk"]}
        for origin, code in (("https://shop.co.uk", None), ("https://evil.example", "SecurityError"), ("https://www.shop.co.uk", "SecurityError")):
            self.assertEqual(self.program.answer("create", origin=origin, options=options, relatedOrigins=document).get("code"), code)
            self.assertEqual(self.program.answer("create", origin=origin, options=options).get("code"), "SecurityError")

    def test_accepts_a_permitted_cross_origin_frame_and_names_the_top_origin(self):
        service = PyWebAuthn()
        options = service.registration_options(ALGORITHMS["ES256"], "preferred", user=b"user handle")
        framed = {"origin": ORIGIN, "topOrigin": "https://example.com", "crossOrigin": True, "options": options}
        answer = self.program.answer("create", **framed)
        client_data = json.loads(bytes_of(answer["response"]["response"]["clientDataJSON"]))
        self.assertEqual((client_data["crossOrigin"], client_data["topOrigin"]), (True, "https://example.com"))
        for more in ({"crossOriginPermitted": False}, {"mediation": "conditional"}):
            self.assertEqual(self.program.answer("create", **framed, **more).get("code"), "NotAllowedError")

    def test_refuses_a_page_of_another_site(self):
        service = PyWebAuthn()
        options = service.registration_options(ALGORITHMS["ES256"], "preferred", user=b"user handle")
        self.assertEqual(self.program.answer("create", origin="https://shop.example.evil.example", options=options).get("code"), "SecurityError")


if __name__ == "__main__":
    unittest.main()
