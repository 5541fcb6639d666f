/** Lax, because sign-in ends with a navigation from elsewhere: the messenger. */
export type CookieKeeper = {
  read(header: string | undefined): string | undefined;
  set(value: string, maxAgeSeconds: number): string;
  clear(): string;
};

export function cookieKeeper(name: string, path: string, baseUrl: string): CookieKeeper {
  const flags = `; Path=${path}; HttpOnly; SameSite=Lax${baseUrl.startsWith('https:') ? '; Secure' : ''}`;
  return {
    read(header) {
      for (const part of (header ?? '').split(';')) {
        const [found, value] = part.trim().split('=', 2);
        if (found === name) return value;
      }
      return undefined;
    },
    set: (value, maxAgeSeconds) => `${name}=${value}; Max-Age=${maxAgeSeconds}${flags}`,
    clear: () => `${name}=; Max-Age=0${flags}`,
  };
}
