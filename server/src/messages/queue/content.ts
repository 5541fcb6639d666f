import type { Channel, OutgoingMessage, Reason } from '#messengers';

/** What is stored. It may refer to a secret that becomes part of the message only when it is sent; it is never logged. */
export type Content = { type: string; data: unknown };

export type ComposeContext = {
  messageId: string;
  channel: Channel;
  recipient: string;
  projectId: string | null;
  subscriberId: string | null;
  jobId: string | null;
};

/** `skip` and `fail` end the message without a word to the platform; with `retry` it fails only if that stays so. */
export type Composed =
  | OutgoingMessage
  | { skip: string }
  | { fail: Reason; error: string }
  | { retry: Reason; error: string };
/** At once where nothing has to be waited for: each promise on the way costs, and there are many messages. */
export type Compose<Data> = (data: Data, context: ComposeContext) => Composed | Promise<Composed>;

export type TextMessage = Omit<OutgoingMessage, 'media'>;

/** The built-in content: a message as it is. */
export const textContent = (message: TextMessage): Content => ({ type: 'text', data: message });

/** Each feature says how what it stored becomes a message. */
export class ContentTypes {
  readonly #composers = new Map<string, Compose<never>>();

  constructor() {
    this.register<TextMessage>('text', (message) => message);
  }

  /** Answers how to make content of this type, so that what is stored is what `compose` expects. */
  register<Data>(type: string, compose: Compose<Data>): (data: Data) => Content {
    if (this.#composers.has(type)) throw new Error(`Two kinds of content are called ${type}.`);
    this.#composers.set(type, compose);
    return (data) => ({ type, data });
  }

  compose({ type, data }: Content, context: ComposeContext): Composed | Promise<Composed> {
    const compose = this.#composers.get(type);
    // Another version of the program may know it: worth another try.
    if (compose === undefined) throw new Error(`Content of type ${type} is not known here.`);
    return compose(data as never, context);
  }
}
