<?php
// php verify-webhook.php "$SECRET" "$SIGNATURE" < body.json
declare(strict_types=1);

// $rawBody is file_get_contents('php://input'), before json_decode.
function verify(string $secret, ?string $signatureHeader, string $rawBody): bool
{
    $times = [];
    $given = [];
    foreach (explode(',', $signatureHeader ?? '') as $part) {
        [$name, $value] = [...explode('=', $part, 2), ''];
        if ($name === 't') {
            $times[] = $value;
        } elseif ($name === 'v1') {
            $given[] = $value;
        }
    }
    // Digits only: with a dot in it, t could swallow the beginning of the body.
    if ($secret === '' || count($times) !== 1 || preg_match('/^[0-9]+$/D', $times[0]) !== 1) {
        return false;
    }
    $expected = hash_hmac('sha256', "$times[0].$rawBody", $secret);
    foreach ($given as $value) {
        if (hash_equals($expected, $value)) {
            return true;
        }
    }
    return false;
}

if (PHP_SAPI === 'cli' && realpath($argv[0]) === __FILE__) {
    exit(verify($argv[1], $argv[2], file_get_contents('php://stdin')) ? 0 : 1);
}
