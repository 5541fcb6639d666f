import type { BodyCollector } from './body-collector.ts';

/** What became of the bytes: all used, the body at its end, more than is kept, or no chunks at all. */
export type ChunkedRead = { state: 'more' | 'too_long' | 'invalid' } | { state: 'done'; usedTo: number };

const LF = 10;
const CR = 13;
/** Of one size line with its extensions, and of all trailers together. */
const longestLine = 16 * 1024;
const mostDigits = 12;

/** The chunks of a body, byte by byte: they may be cut anywhere, and be as small as one byte. */
export class ChunkedBody {
  readonly #collector: BodyCollector;
  #at: 'size' | 'extension' | 'size_end' | 'data' | 'data_cr' | 'data_lf' | 'trailer' | 'trailer_end' = 'size';
  #size = 0;
  #digits = 0;
  #lineLength = 0;
  /** Of the present trailer line. */
  #trailerLength = 0;

  constructor(collector: BodyCollector) {
    this.#collector = collector;
  }

  read(bytes: Buffer, from: number): ChunkedRead {
    let index = from;
    while (index < bytes.length) {
      if (this.#at === 'data') {
        const end = Math.min(bytes.length, index + this.#size);
        if (!this.#collector.add(bytes, index, end)) return { state: 'too_long' };
        this.#size -= end - index;
        index = end;
        if (this.#size === 0) this.#at = 'data_cr';
        continue;
      }
      const step = this.#readByte(bytes[index] ?? 0);
      index += 1;
      if (step === 'invalid') return { state: 'invalid' };
      if (step === 'done') return { state: 'done', usedTo: index };
    }
    return { state: 'more' };
  }

  #readByte(byte: number): 'go_on' | 'invalid' | 'done' {
    switch (this.#at) {
      case 'size':
        return this.#readSize(byte);
      case 'extension':
        this.#lineLength += 1;
        if (byte === CR) this.#at = 'size_end';
        return byte === LF || this.#lineLength > longestLine ? 'invalid' : 'go_on';
      case 'size_end':
        this.#at = this.#size === 0 ? 'trailer' : 'data';
        this.#lineLength = 0;
        return byte === LF ? 'go_on' : 'invalid';
      case 'data_cr':
        this.#at = 'data_lf';
        return byte === CR ? 'go_on' : 'invalid';
      case 'data_lf':
        this.#at = 'size';
        this.#digits = 0;
        return byte === LF ? 'go_on' : 'invalid';
      case 'trailer':
        this.#lineLength += 1;
        if (byte === CR) this.#at = 'trailer_end';
        else this.#trailerLength += 1;
        return byte === LF || this.#lineLength > longestLine ? 'invalid' : 'go_on';
      default: {
        const isEmpty = this.#trailerLength === 0;
        this.#at = 'trailer';
        this.#trailerLength = 0;
        if (byte !== LF) return 'invalid';
        return isEmpty ? 'done' : 'go_on';
      }
    }
  }

  #readSize(byte: number): 'go_on' | 'invalid' {
    const digit = hexDigit(byte);
    if (digit !== undefined) {
      this.#size = this.#digits === 0 ? digit : this.#size * 16 + digit;
      this.#digits += 1;
      return this.#digits > mostDigits ? 'invalid' : 'go_on';
    }
    if (byte === CR) this.#at = 'size_end';
    else if (byte === 0x3b || byte === 0x20 || byte === 0x09) this.#at = 'extension';
    else return 'invalid';
    return this.#digits === 0 ? 'invalid' : 'go_on';
  }
}

function hexDigit(byte: number): number | undefined {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : undefined;
}
