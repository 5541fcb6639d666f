/** The simulated Telegram in a process of its own. */
import { startSandbox } from '@bellhop/sandbox';

const bot = { username: 'bench_bot', name: 'Bench' };
const sandbox = await startSandbox({
  port: Number(process.env['PORT']),
  telegram: { token: '1:bench', ...bot },
  max: { token: 'bench', ...bot },
});

const stop = () => void sandbox.close().then(() => process.exit(0));
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.on('disconnect', stop);
