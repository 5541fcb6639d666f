const HEADERS = {
  // Pages replace it by their own; an API answer shows and runs nothing.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  // Answers belong to one caller; assets say otherwise.
  'cache-control': 'no-store',
};

export function securityHeaders(baseUrl: string): Record<string, string> {
  return baseUrl.startsWith('https:') ? { ...HEADERS, 'strict-transport-security': 'max-age=31536000' } : HEADERS;
}
