# python3 verify-webhook.py "$SECRET" "$SIGNATURE" < body.json
import hashlib
import hmac
import re
import sys


def verify(secret: str, signature_header: str | None, raw_body: bytes) -> bool:
    """raw_body: the bytes as they arrived, before any JSON parser."""
    pairs = [part.partition("=")[::2] for part in (signature_header or "").split(",")]
    times = [value for name, value in pairs if name == "t"]
    # Digits only: with a dot in it, t could swallow the beginning of the body.
    if not secret or len(times) != 1 or not re.fullmatch("[0-9]+", times[0]):
        return False
    signed = times[0].encode() + b"." + raw_body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest().encode()
    # As bytes: compare_digest refuses text that is not ASCII.
    given = [value.encode(errors="replace") for name, value in pairs if name == "v1"]
    return any(hmac.compare_digest(value, expected) for value in given)


if __name__ == "__main__":
    sys.exit(0 if verify(sys.argv[1], sys.argv[2], sys.stdin.buffer.read()) else 1)
