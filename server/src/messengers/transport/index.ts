/** One HTTP exchange with a messenger's API, and what is known when it fails. */

export { parseWithLongIntegers, readJsonObject } from './read-json.ts';
export { type Answer, createTransport, type Exchange } from './transport.ts';
