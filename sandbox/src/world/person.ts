export type Channel = 'telegram' | 'max';

export type Person = {
  readonly id: number;
  readonly firstName: string;
  readonly username: string | null;
  /** IETF language tag, as the messenger reports it. */
  readonly lang: string;
  /** One of a crowd made for a load test: little history is kept. */
  readonly crowd: boolean;
  deactivated: boolean;
};

// Every messenger id is derived from the person's id: nothing to store, nothing to look up.
// Telegram's are above 32 bits and MAX's dialog differs from its user, as in the originals.
const telegramBase = 7_000_000_000;
const maxUserBase = 100_000_000;
const maxChatBase = 40_000_000_000;

export const telegramIdOf = (personId: number): number => telegramBase + personId;
export const maxUserIdOf = (personId: number): number => maxUserBase + personId;
export const maxChatIdOf = (personId: number): number => maxChatBase + personId;

export const personOfTelegramId = (id: number): number => id - telegramBase;
export const personOfMaxUserId = (id: number): number => id - maxUserBase;
export const personOfMaxChatId = (id: number): number => id - maxChatBase;
