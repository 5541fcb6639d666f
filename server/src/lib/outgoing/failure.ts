/** Why a request got no answer. `detail` is for the developers of the project that gave the address. */
export type Failure = {
  error:
    | 'invalid_url'
    | 'address_refused'
    | 'dns_error'
    | 'connect_error'
    | 'tls_error'
    | 'timeout'
    | 'connection_lost'
    | 'protocol_error'
    /** Given up by the caller, not by the other side. */
    | 'aborted';
  /** Of fixed words: an error's own message may name addresses that are nobody's business. */
  detail: string;
};

export type Failed = { ok: false; failure: Failure };

export const fail = (error: Failure['error'], detail: string): Failed => ({ ok: false, failure: { error, detail } });

/** The same words whatever listens there, and whatever the name resolves to. */
export const addressRefused = fail(
  'address_refused',
  'the host is, or resolves to, a private, loopback, link-local or otherwise special address',
);

const dnsDetails: Record<string, string> = {
  ENOTFOUND: 'the host name does not resolve',
  ENODATA: 'the host name has no address',
  EAI_AGAIN: 'the name server did not answer',
};

const connectDetails: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset while it was being opened',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'the network of the host is unreachable',
  ETIMEDOUT: 'the host did not answer',
};

const tlsDetails: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate chain ends in a certificate that is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate chain is incomplete or not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'the certificate chain is incomplete or not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate chain is incomplete or not trusted',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host name',
  ECONNRESET: 'the connection was closed during the TLS handshake',
};

export const dnsFailure = (error: unknown): Failed =>
  named('dns_error', 'the host name could not be resolved', dnsDetails, error);

export const connectFailure = (error: unknown): Failed =>
  named('connect_error', 'the connection could not be opened', connectDetails, error);

export const tlsFailure = (error: unknown): Failed => named('tls_error', 'the TLS handshake failed', tlsDetails, error);

/** On an open connection. */
export const connectionLost = fail('connection_lost', 'the connection was closed before the answer was complete');

function named(error: Failure['error'], what: string, details: Record<string, string>, cause: unknown): Failed {
  const code = codeOf(cause);
  const isPlainCode = /^[A-Z][A-Z0-9_]{2,60}$/.test(code);
  return fail(error, details[code] ?? (isPlainCode ? `${what} (${code})` : what));
}

function codeOf(error: unknown): string {
  const { code } = typeof error === 'object' && error !== null ? (error as { code?: unknown }) : {};
  return typeof code === 'string' ? code : '';
}
