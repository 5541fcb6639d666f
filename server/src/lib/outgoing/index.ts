/**
 * The only way out to an address that a user has given: webhook deliveries, tests, redeliveries, media.
 * The address that was judged is the address that is connected to, on every request.
 */

export { isAllowEntry } from './allow-list.ts';
export { createOutgoing, type Outgoing, type OutgoingOptions } from './create-outgoing.ts';
export type { OutgoingRequest } from './send-request.ts';
