import type { Transaction } from '#db';
import type { EventName } from './catalogue.ts';

/** Something that happened in a project. Whoever owns the fact builds the payload. */
export type DomainEvent = { projectId: string; name: EventName; data: Record<string, unknown>; at: Date };

export type EventHandler = (tx: Transaction, event: DomainEvent) => Promise<void>;
export type EventsHandler = (tx: Transaction, events: DomainEvent[]) => Promise<void>;

/**
 * Emitting runs every registered handler in the transaction of the change that caused the event:
 * the change, the event and what follows from it commit together or not at all.
 */
export class Events {
  readonly #handlers: EventsHandler[] = [];

  /** Called by the composition root only, before anything is emitted. */
  onEmit(handler: EventHandler): void {
    this.onEmitAll(async (tx, events) => {
      for (const event of events) await handler(tx, event);
    });
  }

  /** For handlers that take many events at the cost of one. */
  onEmitAll(handler: EventsHandler): void {
    this.#handlers.push(handler);
  }

  async emit(tx: Transaction, event: DomainEvent): Promise<void> {
    await this.emitAll(tx, [event]);
  }

  /** Whoever has thousands of events at once gives a thousand or so at a time. */
  async emitAll(tx: Transaction, events: DomainEvent[]): Promise<void> {
    for (const handler of this.#handlers) await handler(tx, events);
  }
}
