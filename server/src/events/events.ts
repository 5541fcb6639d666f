import type { Transaction } from '#db';
import type { EventName } from './catalogue.ts';

/** Something that happened in a project. Whoever owns the fact builds the payload. */
export type DomainEvent = { projectId: string; name: EventName; data: Record<string, unknown>; at: Date };

export type EventHandler = (tx: Transaction, event: DomainEvent) => Promise<void>;

/**
 * Emitting runs every registered handler in the transaction of the change that caused the event:
 * the change, the event and what follows from it commit together or not at all.
 */
export class Events {
  readonly #handlers: EventHandler[] = [];

  /** Called by the composition root only, before anything is emitted. */
  onEmit(handler: EventHandler): void {
    this.#handlers.push(handler);
  }

  async emit(tx: Transaction, event: DomainEvent): Promise<void> {
    for (const handler of this.#handlers) await handler(tx, event);
  }
}
