import { expect, test } from 'vitest';
import { OpenTakings } from './open-takings.ts';

const taken = (takingId: string | null, ...ids: string[]) => ids.map((id) => ({ id, takingId }));

test('a taking can be forgotten once everyone in it has come to an end', () => {
  const takings = new OpenTakings();
  takings.add([...taken('a', '1', '2'), ...taken('b', '3'), ...taken(null, '4')]);
  takings.finished([...taken('a', '1'), ...taken(null, '4')]);
  expect(takings.takeEnded()).toEqual([]);
  takings.finished([...taken('b', '3'), ...taken('a', '2')]);
  expect(takings.takeEnded()).toEqual(['b', 'a']);
  expect(takings.takeEnded()).toEqual([]);
});

test('a taking is well known while all that is left of it is in flight, and never again after it was not', () => {
  const takings = new OpenTakings();
  takings.add([...taken('a', '1', '2'), ...taken('b', '3', '4')]);
  expect(takings.wellKnown(['1', '2', '3', '4', 'other'])).toEqual(['a', 'b']);
  takings.finished(taken('a', '1'));
  expect(takings.wellKnown(['2', '3'])).toEqual(['a']);
  expect(takings.wellKnown(['2', '3', '4'])).toEqual(['a']);
  takings.finished(taken('b', '3', '4'));
  expect(takings.takeEnded()).toEqual([]);
});

test('one that waits again and is taken anew belongs to its new taking', () => {
  const takings = new OpenTakings();
  takings.add(taken('a', '1', '2'));
  takings.finished(taken('a', '1'));
  takings.add(taken('b', '1'));
  expect(takings.wellKnown(['1', '2'])).toEqual(['a', 'b']);
});
