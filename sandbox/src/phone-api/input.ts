import type { Core } from '../core.ts';
import type { Channel, Person } from '../world/person.ts';

/** A request to `/sandbox` that cannot be carried out. */
export class InputProblem extends Error {
  readonly status: number;
  constructor(status: 400 | 404, message: string) {
    super(message);
    this.status = status;
  }
}

export type Input = Readonly<Record<string, unknown>>;

export function readChannel(value: unknown): Channel {
  if (value === 'telegram' || value === 'max') return value;
  throw new InputProblem(400, 'channel must be telegram or max');
}

export function readPerson({ world }: Core, value: unknown): Person {
  const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof id !== 'number') throw new InputProblem(400, 'person_id is missing or not a number');
  const person = world.people.get(id);
  if (!person) throw new InputProblem(404, `there is no person ${id}`);
  return person;
}

export function readString(input: Input, name: string, longest: number): string {
  const value = input[name];
  if (typeof value !== 'string' || value.trim() === '')
    throw new InputProblem(400, `${name} must be a string that is not empty`);
  if (value.length > longest) throw new InputProblem(400, `${name} must have at most ${longest} characters`);
  return value;
}

export function readQueryNumber(query: URLSearchParams, name: string, otherwise: number, most: number): number {
  const text = query.get(name);
  if (text === null || text === '') return otherwise;
  const value = Number(text);
  if (!(value >= 0 && value <= most)) throw new InputProblem(400, `${name} must be a number from 0 to ${most}`);
  return value;
}
