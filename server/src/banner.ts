export type BannerFacts = {
  version: string;
  baseUrl: string;
  phoneUrl: string | undefined;
  demoKey: string | undefined;
  /** While there is no operator: holds a token, and so is shown here and never logged. */
  setUpUrl?: string | undefined;
};

/** What a person needs in the first minute. */
export function banner({ version, baseUrl, phoneUrl, demoKey, setUpUrl }: BannerFacts): string {
  const lines = [
    `Bellhop ${version} is listening.`,
    '',
    `  Dashboard  ${baseUrl}/dashboard`,
    ...(setUpUrl === undefined ? [] : [`  Set up     ${setUpUrl}   (makes you the operator; works once)`]),
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
