import type { Core } from '../core.ts';
import type { Channel, Person } from '../world/person.ts';
import { viewChat } from './chat-view.ts';
import { readQueryNumber } from './input.ts';

/** The chat now, or with `wait` as soon as it has changed since version `after`. */
export async function readChat(
  core: Core,
  channel: Channel,
  person: Person,
  query: URLSearchParams,
  hungUp: AbortSignal,
): Promise<object> {
  const chat = core.world.chat(channel, person.id);
  const seconds = readQueryNumber(query, 'wait', 0, 60);
  const after = readQueryNumber(query, 'after', chat.version, Number.MAX_SAFE_INTEGER);
  if (seconds > 0 && chat.version <= after) {
    await new Promise<void>((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        stopListening();
        hungUp.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, seconds * 1000);
      const stopListening = core.world.listen((event) => {
        const isThisChat = event.type === 'chat' && event.channel === channel && event.personId === person.id;
        if (isThisChat && event.version > after) finish();
      });
      hungUp.addEventListener('abort', finish);
      if (hungUp.aborted) finish();
    });
  }
  return viewChat(core, channel, person);
}
