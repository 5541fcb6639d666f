import type { Content } from '../queue/content.ts';
import { type AddressedPerson, type SendData, toAddressee } from '../send-content.ts';
import type { Addressee, Composition } from './composition.ts';

/** A project's message as it is stored. */
type Stored = { content: Content; jobId: string | null; subscriberId: string | null };

/** What a message says, and to whom. */
export type Spoken = { composition: Composition; addressee: Addressee };

/** What is said in a broadcast, at once where it has been asked for before; undefined where it is not known any more. */
export type FindBroadcastComposition = (jobId: string) => Composition | Promise<Composition | undefined>;

/**
 * What a stored message of a project says, and to whom. A broadcast keeps what all its messages say in one place; its
 * messages hold the person alone.
 */
export async function spokenIn(
  message: Stored,
  findBroadcastComposition: FindBroadcastComposition,
): Promise<Spoken | undefined> {
  const { content, jobId, subscriberId } = message;
  if (subscriberId === null) return undefined;
  if (jobId === null) {
    if (content.type !== 'send') return undefined;
    const { composition, person } = content.data as SendData;
    return { composition, addressee: toAddressee(subscriberId, person) };
  }
  const composition = await findBroadcastComposition(jobId);
  return composition && { composition, addressee: toAddressee(subscriberId, content.data as AddressedPerson) };
}
