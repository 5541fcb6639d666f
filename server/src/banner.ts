export type BannerFacts = {
  version: string;
  baseUrl: string;
  phoneUrl: string | undefined;
  demoKey: string | undefined;
};

/** What a person needs in the first minute. */
export function banner({ version, baseUrl, phoneUrl, demoKey }: BannerFacts): string {
  const lines = [
    `Bellhop ${version} is listening.`,
    '',
    `  Docs       ${baseUrl}/docs`,
    `  Guide      ${baseUrl}/docs/guide`,
  ];
  if (phoneUrl !== undefined) lines.push(`  Phone      ${phoneUrl}   (plays Telegram and MAX: no bot token is set)`);
  if (demoKey !== undefined) {
    lines.push(`  Login      ${baseUrl}/login/demo   (try a login with the phone)`);
    lines.push(
      `  Demo key   ${demoKey}`,
      '',
      '  Try it:',
      `  curl -H "Authorization: Bearer ${demoKey}" ${baseUrl}/v1/project`,
    );
  }
  return `\n${lines.join('\n')}\n`;
}
