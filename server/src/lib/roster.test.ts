import { expect, it } from 'vitest';
import { Roster } from './roster.ts';

it('all who entered and did not leave are present, in whatever order they leave', () => {
  for (const leaving of [[], [0], [2], [0, 1, 2], [2, 1, 0], [1, 0], [1, 2]]) {
    const roster = new Roster<string>();
    const places = ['a', 'b', 'c'].map((item) => roster.enter(item));
    for (const index of leaving) roster.leave(places[index] as (typeof places)[number]);
    roster.enter('d');
    const present = [...['a', 'b', 'c'].filter((_, index) => !leaving.includes(index)), 'd'];
    expect(roster.items().sort()).toEqual(present);
    expect(roster.size).toBe(present.length);
  }
});

it('one item may be present twice, and leaves once at a time', () => {
  const roster = new Roster<string>();
  const places = [roster.enter('a'), roster.enter('a')];
  for (const place of places) {
    roster.leave(place);
    expect(roster.items()).toEqual(place === places[0] ? ['a'] : []);
  }
});
