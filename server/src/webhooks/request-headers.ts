import type { RequestHeaders } from '#lib/outgoing/index.ts';

/** Under which name and prefix this program sends, or an older one sent. */
export type Sender = { userAgent: string; headerPrefix: string };

type Sent = { id: string; event: string };

/**
 * Makes the headers of attempts. The log calls it too and keeps only what goes in here: what it shows is what was sent.
 * `signature` begins with the time, in seconds: `t=1700000000,v1=…`.
 */
export function headersOf({ userAgent, headerPrefix }: Sender): (delivery: Sent, signature: string) => RequestHeaders {
  const names = ['Event', 'Timestamp', 'Delivery-Id', 'Signature'].map((name) => `${headerPrefix}-${name}`);
  const [eventName, timestampName, idName, signatureName] = names as [string, string, string, string];
  const contentType = ['content-type', 'application/json'] as const;
  const agent = ['user-agent', userAgent] as const;
  return ({ id, event }, signature) => {
    const end = signature.indexOf(',');
    return [
      contentType,
      agent,
      [eventName, event],
      [timestampName, signature.slice(2, end === -1 ? undefined : end)],
      [idName, id],
      [signatureName, signature],
    ];
  };
}
