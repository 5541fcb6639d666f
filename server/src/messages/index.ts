/** Outgoing messages: what is to be said, to whom, how urgently; and what became of it. */
export {
  type Compose,
  type ComposeContext,
  type Composed,
  type Content,
  type TextMessage,
  textContent,
} from './content.ts';
export {
  type Author,
  type Departed,
  type EditTarget,
  type FinishedMessage,
  LANES,
  type MessageWish,
  PRIORITY,
  type Priority,
} from './message.ts';
export { Messages, type MessagesOptions, type OutcomeHandler, paceOf } from './messages.ts';
