import { badRequest } from './refusal.ts';

/** The parameters of a call, whichever way they came: forms and query strings carry numbers and JSON as text. */
export class Parameters {
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #files: ReadonlyMap<string, File>;

  constructor(fields: Readonly<Record<string, unknown>>, files: ReadonlyMap<string, File> = new Map()) {
    this.#fields = fields;
    this.#files = files;
  }

  has(name: string): boolean {
    const value = this.#fields[name];
    return value !== undefined && value !== null && value !== '';
  }

  text(name: string): string {
    const value = this.#fields[name];
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    return typeof value === 'string' ? value : '';
  }

  integer(name: string, otherwise = 0): number {
    const value = Number(this.text(name));
    return this.has(name) && Number.isSafeInteger(value) ? value : otherwise;
  }

  flag(name: string): boolean {
    return /^(true|yes|1)$/i.test(this.text(name));
  }

  json(name: string): unknown {
    const value = this.#fields[name];
    if (typeof value !== 'string') return value ?? undefined;
    if (value === '') return undefined;
    try {
      return JSON.parse(value);
    } catch {
      throw badRequest(`can't parse ${name} JSON object`);
    }
  }

  /** A file sent under this name, or under the name that `attach://…` points at. */
  file(name: string): File | undefined {
    const attached = /^attach:\/\/(.+)$/.exec(this.text(name))?.[1];
    return this.#files.get(attached ?? name);
  }

  /** What the call log shows. */
  shown(): Record<string, unknown> {
    const files = [...this.#files].map(([name, file]) => [name, `(${file.name}, ${file.size} bytes)`]);
    return { ...this.#fields, ...Object.fromEntries(files) };
  }
}
