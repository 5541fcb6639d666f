/**
 * Messengers: the port that features code against, and the markup that means the same on each of them.
 * Adapters live in telegram/ and max/ and are made in app.ts alone.
 */
export { type Filled, fillMarkup, type TextPart } from './markup/fill-markup.ts';
export { checkMarkup, type MarkupCheck, plainLength } from './markup/index.ts';
export * from './messenger.ts';
