/** Uploaded bytes, in memory only: the newest 64 MB, so that a load test with media cannot exhaust it. */
const bytesKept = 64 * 1024 * 1024;

export type StoredFile = { readonly bytes: Uint8Array; readonly mime: string; readonly name: string };

export class Files {
  readonly #files = new Map<string, StoredFile>();
  #bytes = 0;

  put(id: string, file: StoredFile): void {
    this.#files.set(id, file);
    this.#bytes += file.bytes.length;
    for (const [oldId, old] of this.#files) {
      if (this.#bytes <= bytesKept) break;
      this.#files.delete(oldId);
      this.#bytes -= old.bytes.length;
    }
  }

  get(id: string): StoredFile | undefined {
    return this.#files.get(id);
  }
}
