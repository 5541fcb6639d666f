/** The operator API as commands. A client by HTTP like any other: it imports nothing of the server's features. */
export { runCli } from './run-cli.ts';
