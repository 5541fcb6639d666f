/**
 * The port: what a feature needs of a messenger, and nothing more. Adapters (telegram/, max/) fulfil
 * it; one contract suite holds for both. Features never import an adapter.
 */
export const CHANNELS = ['telegram', 'max'] as const;
export type Channel = (typeof CHANNELS)[number];

export type Lang = 'ru' | 'en';

/** Known by the messenger's numeric id, never by username. Private chats only, so the person is the address. */
export type Person = { id: string; firstName: string; username: string | null; lang: Lang };

export type BotIdentity = { id: string; username: string; name: string };

export type Format = 'plain' | 'markdown' | 'html';

/** `tap` comes back with the tap, at most 64 bytes; `url` opens a page. */
export type Button = { text: string; style?: 'positive' | 'negative' } & ({ url: string } | { tap: string });

export type MediaType = 'photo' | 'video' | 'document';
export type Media = { type: MediaType; fileName: string; mimeType: string; bytes: Uint8Array };

export type OutgoingMessage = {
  text: string;
  format: Format;
  /** Rows of buttons under the message. */
  buttons?: Button[][];
  media?: Media;
  /** Cannot be forwarded, where the messenger knows that: for messages that carry a code. */
  confidential?: boolean;
};

/** Why a platform refused; the specification's words. */
export type Reason =
  | 'user_blocked_bot'
  | 'chat_not_found'
  | 'bot_banned'
  | 'invalid_message'
  | 'rate_limited'
  | 'platform_unavailable'
  | 'unknown';

/**
 * Two kinds of failure, kept apart. "Said no": the platform answered and did nothing. "Could not be
 * reached": nobody answered; `maybeDone` says whether the call may have taken effect all the same,
 * and then it must not be repeated unless repeating is harmless.
 */
export type Failure =
  | {
      kind: 'said_no';
      reason: Reason /** Seconds to wait, with `rate_limited`. */;
      retryAfter?: number;
      detail: string;
    }
  | { kind: 'unreachable'; maybeDone: boolean; detail: string };

export type Result<T> = { ok: true; value: T } | { ok: false; failure: Failure };

/** `key` is the same each time the platform tells the same update. */
export type Incoming = { key: string; at: Date } & (
  | { kind: 'started'; person: Person; payload: string | null }
  | { kind: 'text'; person: Person; text: string }
  | { kind: 'tap'; person: Person; tapId: string; messageId: string | null; data: string }
  | { kind: 'stopped'; person: Person }
  | { kind: 'unblocked'; person: Person }
  /** A group or channel: the bot leaves or stays silent. */
  | { kind: 'group'; groupId: string }
  /** Something Bellhop has no use for. */
  | { kind: 'other' }
);

export type Updates = {
  updates: Incoming[] /** Where the next poll goes on; stored between polls. */;
  position: string | null;
};

export type WebhookState = { url: string | null; lastError: string | null };

export type Messenger = {
  readonly channel: Channel;
  whoAmI(): Promise<Result<BotIdentity>>;
  /** Opens the bot with this payload of at most 64 characters of `[A-Za-z0-9_-]`. */
  deepLink(bot: BotIdentity, payload: string): string;

  send(personId: string, message: OutgoingMessage): Promise<Result<{ messageId: string }>>;
  /** Replaces text and buttons; an edit that changes nothing is fine. Repeating it is harmless. */
  edit(personId: string, messageId: string, message: OutgoingMessage): Promise<Result<void>>;
  /** Ends the waiting sign on the tapped button, with a short notice of at most 200 characters if given. */
  answerTap(tapId: string, notice?: string): Promise<Result<void>>;
  leaveGroup(groupId: string): Promise<Result<void>>;

  poll(position: string | null, options: { timeoutSeconds: number; signal: AbortSignal }): Promise<Result<Updates>>;
  /** The body of a webhook call, or what a poll gave; undefined where it is not an update at all. */
  parseUpdate(body: unknown): Incoming | undefined;
  readonly webhookSecretHeader: string;
  setWebhook(url: string, secret: string): Promise<Result<void>>;
  webhookState(): Promise<Result<WebhookState>>;
  /** Also needed before polling: the two exclude each other. */
  removeWebhook(): Promise<Result<void>>;
  close(): Promise<void>;
};
