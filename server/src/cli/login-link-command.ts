import type { Command } from './command.ts';

type LinkAnswer = { url: string; expires_at: string };

export const LOGIN_LINK_COMMAND: Command = {
  group: 'login-link',
  name: undefined,
  parameters: [],
  summary: 'print a link that signs you in to the dashboard as the operator, once',
  options: {},
  examples: ['login-link'],
  async run(api) {
    const made = await api.post<LinkAnswer>('/login-link', {});
    return {
      json: made,
      lines: ({ paint, now }) => {
        const minutes = Math.round((Date.parse(made.expires_at) - now.getTime()) / 60_000);
        return [paint('green', made.url), paint('dim', `It works once, within ${minutes} minutes.`)];
      },
    };
  },
};
