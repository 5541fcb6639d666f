/**
 * Simulated Telegram and MAX: their Bot APIs over HTTP on the loopback, and a phone in the browser.
 * It imports nothing of the server, which talks to it as it would to the originals.
 */
export { type Sandbox, type SandboxOptions, startSandbox } from './start-sandbox.ts';
