import type { Message } from './message.ts';

/** One person's dialogue with the bot in one messenger. */
export type Chat = {
  started: boolean;
  blocked: boolean;
  messages: Message[];
  /** Grows with every visible change. */
  version: number;
  /** How many messages the bot has sent here, deleted ones included. */
  sent: number;
};

export const emptyChat = (): Chat => ({ started: false, blocked: false, messages: [], version: 0, sent: 0 });
