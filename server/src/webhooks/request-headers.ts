/** Under which name and prefix this program sends, or an older one sent. */
export type Sender = { userAgent: string; headerPrefix: string };

export type RequestHeaders = Record<string, string>;

type Sent = { id: string; event: string };

/**
 * Makes the headers of attempts. The log calls it too and keeps only what goes in here: what it shows is what was sent.
 * `signature` begins with the time, in seconds: `t=1700000000,v1=…`.
 */
export function headersOf({ userAgent, headerPrefix }: Sender): (delivery: Sent, signature: string) => RequestHeaders {
  const eventName = `${headerPrefix}-Event`;
  const timestampName = `${headerPrefix}-Timestamp`;
  const idName = `${headerPrefix}-Delivery-Id`;
  const signatureName = `${headerPrefix}-Signature`;
  return ({ id, event }, signature) => {
    const end = signature.indexOf(',');
    return {
      'content-type': 'application/json',
      'user-agent': userAgent,
      [eventName]: event,
      [timestampName]: signature.slice(2, end === -1 ? undefined : end),
      [idName]: id,
      [signatureName]: signature,
    };
  };
}
