import type { Channel } from './person.ts';

/** A tap on a button that waits for the bot's answer. */
export type Callback = {
  readonly id: string;
  readonly channel: Channel;
  readonly personId: number;
  readonly messageId: number;
  readonly at: number;
  answered: boolean;
};

export type CallbackAnswer = { readonly text: string | null; readonly alert: boolean };

const callbacksKept = 5000;

/** The taps of one messenger, newest last; old ones fall out. */
export class Callbacks {
  readonly #callbacks = new Map<string, Callback>();
  readonly #waiting = new Map<string, (answer: CallbackAnswer) => void>();

  add(callback: Callback): void {
    this.#callbacks.set(callback.id, callback);
    const oldest = this.#callbacks.keys().next();
    if (this.#callbacks.size > callbacksKept && !oldest.done) this.#callbacks.delete(oldest.value);
  }

  find(id: string): Callback | undefined {
    return this.#callbacks.get(id);
  }

  all(): Callback[] {
    return [...this.#callbacks.values()];
  }

  answer(callback: Callback, answer: CallbackAnswer): void {
    callback.answered = true;
    this.#waiting.get(callback.id)?.(answer);
  }

  /** Resolves with null when the bot has not answered in time. */
  waitForAnswer(id: string, milliseconds: number): Promise<CallbackAnswer | null> {
    return new Promise((resolve) => {
      const finish = (answer: CallbackAnswer | null) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(answer);
      };
      const timer = setTimeout(() => finish(null), milliseconds);
      this.#waiting.set(id, finish);
    });
  }
}
