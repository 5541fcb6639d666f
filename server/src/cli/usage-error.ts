/** The command was not understood; nothing was sent. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
