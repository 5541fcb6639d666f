/**
 * The only way out to an address that a user has given: webhook deliveries, tests, redeliveries, media. The address that
 * was judged is the address that is connected to, on every request. The messengers' adapters use it too, for its speed
 * and because it tells whether a request has left; where they call, the operator says, so they allow every address.
 */

export { isAllowEntry } from './allow-list.ts';
export { createOutgoing, type Outgoing, type OutgoingOptions } from './create-outgoing.ts';
export { rememberAddresses } from './remember-addresses.ts';
export type { RequestHeaders } from './request-head.ts';
export type { OutgoingRequest } from './send-request.ts';
export { createSystemLookup } from './system-lookup.ts';
