import { base62ToUuid, uuidToBase62 } from '#lib/uuid-base62.ts';
import type { Button, Lang, OutgoingMessage } from '#messengers';
import { textsIn } from '#texts';
import { type Permission, permissionTitle } from './permission.ts';
import type { Subscriber } from './subscriber.ts';

const TAP = 'set';
/** Two switches fit beside each other on a phone where each title is as short as this. */
const SHORT_TITLE = 14;

/** A switch names the state that it leads to, so that a tap that comes twice or late changes nothing more. */
export type SettingsTap = { subscriberId: string; act: 'end' | { permissionId: string; on: boolean } };

/** One subscription, with a switch for each kind of messages. */
export function settingsMessage(
  subscriber: Pick<Subscriber, 'id' | 'permissions'>,
  projectName: string,
  permissions: Permission[],
  lang: Lang,
): OutgoingMessage {
  const texts = textsIn(lang).settings;
  const tap = (act: string) => `${TAP}:${uuidToBase62(subscriber.id)}:${act}`;
  const switches = permissions.map((permission): Button => {
    const isOn = subscriber.permissions.includes(permission.name);
    const text = `${isOn ? '✅' : '⬜'} ${permissionTitle(permission, lang)}`;
    return { text, tap: tap(`${uuidToBase62(permission.id)}:${isOn ? 0 : 1}`) };
  });
  const isShort = permissions.every((permission) => permissionTitle(permission, lang).length <= SHORT_TITLE);
  return {
    text: permissions.length === 0 ? texts.subscription(projectName) : texts.kinds(projectName),
    format: 'plain',
    buttons: [...inRows(switches, isShort ? 2 : 1), [{ text: texts.unsubscribe, tap: tap('end') }]],
  };
}

/** What follows `set:`. */
export function readSettingsTap(rest: string): SettingsTap | undefined {
  const [subscriber = '', what = '', state, ...more] = rest.split(':');
  const subscriberId = base62ToUuid(subscriber);
  if (subscriberId === undefined || more.length > 0) return undefined;
  if (what === 'end' && state === undefined) return { subscriberId, act: 'end' };
  const permissionId = base62ToUuid(what);
  if (permissionId === undefined || (state !== '0' && state !== '1')) return undefined;
  return { subscriberId, act: { permissionId, on: state === '1' } };
}

function inRows<T>(items: T[], perRow: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / perRow) }, (_, row) =>
    items.slice(row * perRow, (row + 1) * perRow),
  );
}
