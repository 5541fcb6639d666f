import { expect, it, onTestFinished } from 'vitest';
import { Deadline } from './deadline.ts';
import { createHostSlots, type Slot } from './host-slots.ts';

it('slots pass on in order, past those who gave up', async () => {
  const slots = createHostSlots({ most: 1 });
  const entered: string[] = [];
  const deadline = new Deadline(60_000);
  onTestFinished(() => deadline.clear());
  const taken: Slot[] = [];
  const enter = async (who: string, patience?: Deadline) => {
    const slot = await slots.enter('a', patience);
    if (slot === undefined) return;
    entered.push(who);
    taken.push(slot);
  };
  const leave = () => slots.leave(taken.shift() as Slot);
  const first = enter('first');
  const others = [enter('impatient', deadline), enter('second'), enter('third')];
  deadline.giveUp();
  await first;
  leave();
  await others[1];
  leave();
  await Promise.all(others);
  expect(entered).toEqual(['first', 'second', 'third']);
  expect(slots.tryEnter('a')).toBeUndefined();
  leave();
  expect(slots.tryEnter('a')).toBeDefined();
  expect(await slots.enter('b', deadline)).toBeUndefined();
  expect(await slots.enter('b')).toBeDefined();
});

it('a slot that has been taken for long holds up nobody, up to the most there may be', async () => {
  const slots = createHostSlots({ most: 3, mostYoung: 1, youngMs: 0 });
  const slow = [await slots.enter('a'), await slots.enter('a'), await slots.enter('a')];
  expect(slow.every((slot) => slot !== undefined)).toBe(true);
  expect(slots.tryEnter('a')).toBeUndefined();
  const next = slots.enter('a');
  slots.leave(slow[1] as Slot);
  expect(await next).toBeDefined();
});

it('young ones wait for one another', async () => {
  const slots = createHostSlots({ most: 3, mostYoung: 1, youngMs: 60_000 });
  const first = slots.tryEnter('a') as Slot;
  expect(slots.tryEnter('a')).toBeUndefined();
  const next = slots.enter('a');
  slots.leave(first);
  expect(await next).toBeDefined();
  expect(slots.tryEnter('b')).toBeDefined();
});

it('slots that come free together are passed on together, and nobody overtakes those who wait for them', async () => {
  const slots = createHostSlots({ most: 2 });
  const [one, other] = [slots.tryEnter('a') as Slot, slots.tryEnter('a') as Slot];
  const entered: string[] = [];
  const enter = (who: string) => slots.enter('a').then(() => entered.push(who));
  const waiting = [enter('first'), enter('second')];
  slots.leave(one);
  expect(slots.tryEnter('a')).toBeUndefined();
  void enter('late');
  await Promise.resolve();
  slots.leave(other);
  expect([entered, slots.waiting]).toEqual([[], 3]);
  await Promise.all(waiting);
  expect([entered, slots.waiting]).toEqual([['first', 'second'], 1]);
});
